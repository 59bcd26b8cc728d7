import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Card, CardPart } from "../../components/card.tsx";
import { useCommands } from "../../keys/use-commands.ts";
import { runningTurn } from "../../state/thread.ts";
import {
  useConversationId,
  useThread,
  useThreadSlice,
  useWindowState,
} from "../../state/window-state-context.tsx";
import { Composer } from "../composer/composer.tsx";
import { Lightbox } from "../screenshots/lightbox.tsx";
import { Announcer } from "./announcer.tsx";
import { ThreadLog } from "./thread-log.tsx";

/** One conversation: its thread and the composer below. */
export function ConversationView() {
  const isRead = useThreadSlice(({ thread }) => thread !== null);
  const failure = useThreadSlice((slice) => slice.failure);
  if (isRead) return <OpenConversation />;
  return failure ? <UnreadConversation message={failure.message} /> : null;
}

function OpenConversation() {
  useStopKey();
  return (
    <>
      <ThreadLog />
      <Composer />
      <Announcer />
      <Lightbox />
    </>
  );
}

function UnreadConversation({ message }: { readonly message: string }) {
  const { t } = useTranslation();
  const { threads } = useWindowState();
  const conversationId = useConversationId();
  return (
    <div className="not-read">
      <Card className="fail" role="alert">
        <CardPart>
          <p>{message}</p>
          <Button onClick={() => void threads.open(conversationId)}>{t("thread.readAgain")}</Button>
        </CardPart>
      </Card>
    </div>
  );
}

function useStopKey(): void {
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const isRunning = useThread((thread) => runningTurn(thread) !== undefined);
  useCommands({
    stopTurn() {
      if (!isRunning) return false;
      void actions.attempt(() => client.stopTurn({ conversationId }));
      return true;
    },
  });
}
