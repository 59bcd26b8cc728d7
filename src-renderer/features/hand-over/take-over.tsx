import { User } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { useCommands } from "../../keys/use-commands.ts";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { useConversationId, useThread, useWindowState } from "../../state/window-state-context.tsx";
import { BROWSER_SERVER } from "../servers/browser-server.ts";

/** Takes the browser of this conversation over, or hands it back. */
export function TakeOver() {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const step = useThread(({ summary }) => summary.handOver?.step ?? null);
  const hasBrowser = useThread(({ servers }) =>
    servers.some(({ name, state }) => name === BROWSER_SERVER && !without.includes(state)),
  );
  const isOnItsWay = step === "opening" || step === "returning";
  const toggle = (): boolean | void => {
    if (!hasBrowser || isOnItsWay) return false;
    void actions.attempt(() =>
      step === null
        ? client.takeOverBrowser({ conversationId })
        : client.handBackBrowser({ conversationId }),
    );
  };
  useCommands({ takeOver: toggle });
  if (!hasBrowser) return null;
  return (
    <Button
      small
      icon={User}
      keys={keysOf("takeOver")}
      title={t(step === null ? "handOver.takeOverHint" : "handOver.continueHint")}
      disabled={isOnItsWay}
      onClick={() => void toggle()}
    >
      {t(step === null ? "handOver.takeOver" : "handOver.continue")}
    </Button>
  );
}

/** States in which there is no browser that could be had. */
const without: readonly string[] = ["disabled", "not-installed"];
