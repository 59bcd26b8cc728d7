import { Clock, Hand, Pencil, SendHorizontal, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_MESSAGE_CHARS } from "../../../src-preload/contract/limits.ts";
import type { QueuedMessage } from "../../../src-preload/model/queued-message.ts";
import { Button } from "../../components/button.tsx";
import { StateWord, type StateLook } from "../../components/state-word.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

const looks: Readonly<Record<QueuedMessage["state"], StateLook>> = {
  next: { icon: Clock, tone: "quiet" },
  held: { icon: Hand, tone: "warn" },
};

/** What the person wrote while a turn ran: no message yet, so it can be changed or taken back. */
export function QueuedBubble({ queued }: { readonly queued: QueuedMessage }) {
  const { t } = useTranslation();
  const [isEdited, setEdited] = useState(false);
  return (
    <section className="user" aria-label={t("queued.name")}>
      <p className="who">
        <StateWord look={looks[queued.state]} word={t(`queued.${queued.state}`)} />
      </p>
      {isEdited ? (
        <EditQueued queued={queued} close={() => setEdited(false)} />
      ) : (
        <>
          <div className="bubble queued">{queued.text}</div>
          <QueuedActions queued={queued} edit={() => setEdited(true)} />
        </>
      )}
    </section>
  );
}

interface QueuedActionsProps {
  readonly queued: QueuedMessage;
  readonly edit: () => void;
}

function QueuedActions({ queued, edit }: QueuedActionsProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { conversationId, id: queuedId, state } = queued;
  const attempt = (request: () => Promise<unknown>) => void actions.attempt(request);
  return (
    <div className="row">
      {state === "held" && (
        <Button
          small
          icon={SendHorizontal}
          onClick={() => attempt(() => client.sendQueued({ conversationId, queuedId }))}
        >
          {t("queued.send")}
        </Button>
      )}
      <Button small variant="ghost" icon={Pencil} onClick={edit}>
        {t("queued.edit")}
      </Button>
      <Button
        small
        variant="ghost"
        icon={X}
        onClick={() => attempt(() => client.removeQueued({ conversationId, queuedId }))}
      >
        {t("queued.remove")}
      </Button>
    </div>
  );
}

interface EditQueuedProps {
  readonly queued: QueuedMessage;
  readonly close: () => void;
}

/** The text that is being changed stays here when it was sent meanwhile: nothing typed is lost. */
function EditQueued({ queued, close }: EditQueuedProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [text, setText] = useState(queued.text);
  const { run, busy, failure } = useRequest();
  const { conversationId, id: queuedId } = queued;
  const isUsable = text.trim() !== "" && text.length <= MAX_MESSAGE_CHARS && !busy;
  const save = () => void run(() => client.editQueued({ conversationId, queuedId, text }), close);
  return (
    <>
      <textarea
        className="bubble edit"
        aria-label={t("queued.text")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="row">
        <Button small disabled={!isUsable} onClick={save}>
          {t("queued.save")}
        </Button>
        <Button small variant="ghost" onClick={close}>
          {t("dialog.cancel")}
        </Button>
      </div>
    </>
  );
}
