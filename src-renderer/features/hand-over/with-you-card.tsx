import { User } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { HandOverState } from "../../../src-preload/model/hand-over.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardHead } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { PageAddress } from "../../components/page-address.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useNow } from "../../components/use-now.ts";
import { useCommands } from "../../keys/use-commands.ts";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { useConversationId, useThread, useWindowState } from "../../state/window-state-context.tsx";
import { useRequest } from "../../state/use-request.ts";
import { stopwatch } from "../../strings/format.ts";
import { withYouLook } from "../conversations/conversation-look.ts";
import { pictureUrl } from "../screenshots/picture-url.ts";
import { lastPicture } from "./last-picture.ts";

/** How often the time that the browser is with the person is renewed, in milliseconds. */
const TICK_MS = 1_000;

/** The browser is with the person: what that means, and the way back. */
export function WithYouCard({ handOver }: { readonly handOver: HandOverState }) {
  const { t } = useTranslation();
  const now = useNow(TICK_MS);
  const last = useThread(lastPicture);
  return (
    <Card className="ask with-you" group={t("activity.with-you")}>
      <CardHead>
        <StateWord look={withYouLook} word={t(`handOver.${handOver.step}`)} />
        <span className="grow" />
        <span className="t13 muted num">
          {t("handOver.since", { time: stopwatch(now - handOver.since) })}
        </span>
      </CardHead>
      <div className={last ? "ask-body" : "ask-body no-picture"}>
        {last && <Before file={last.file} />}
        <div>
          <h2 className="question">{t("handOver.what")}</h2>
          {last?.url && (
            <p className="row t13 place">
              <PageAddress url={last.url} />
            </p>
          )}
          <p className="t13 muted reason">{t("handOver.meanwhile")}</p>
        </div>
      </div>
      <Answers handOver={handOver} />
    </Card>
  );
}

function Before({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  return (
    <div className="thumb">
      <img src={pictureUrl(file)} alt={t("handOver.before")} draggable={false} />
    </div>
  );
}

function Answers({ handOver }: { readonly handOver: HandOverState }) {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const { client } = useWindowState();
  const conversationId = useConversationId();
  const { run, busy, failure } = useRequest();
  const ready = handOver.step === "person" && !busy;
  const giveBack = () => void run(() => client.handBackBrowser({ conversationId }));
  const show = () => void run(() => client.showBrowserWindow({ conversationId }));
  useCommands({
    answerOnce: () => (ready ? giveBack() : false),
    answerSite: () => (ready ? show() : false),
  });
  return (
    <>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="answers">
        <Button variant="primary" keys={keysOf("answerOnce")} disabled={!ready} onClick={giveBack}>
          {t("handOver.continue")}
        </Button>
        <Button keys={keysOf("answerSite")} disabled={!ready} onClick={show}>
          {t("handOver.showWindow")}
        </Button>
        <span className="grow" />
        <Icon of={User} className="faint" />
        <span className="t13 faint">{t("handOver.noLimit")}</span>
      </div>
    </>
  );
}
