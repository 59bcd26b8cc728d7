import { AppWindow, RotateCw, Server, Square, Stethoscope } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { Switch } from "../../components/switch.tsx";
import { useNow } from "../../components/use-now.ts";
import { useRequest } from "../../state/use-request.ts";
import { useConversationId, useThread, useWindowState } from "../../state/window-state-context.tsx";
import { withYouLook } from "../conversations/conversation-look.ts";
import { SavedFilesRow } from "../saved-files/saved-files-row.tsx";
import { BROWSER_SERVER } from "./browser-server.ts";
import { BrowserSetUp } from "./browser-set-up.tsx";
import { CatalogueProblems } from "./catalogue-problems.tsx";
import { HeldBackRow } from "./held-back-row.tsx";
import { ServerFacts } from "./server-facts.tsx";
import { ExaminationDialog } from "./examination-dialog.tsx";
import { isInTrouble, serverLine, serverLook, serverWord } from "./server-look.ts";
import { ServerTools } from "./server-tools.tsx";
import { StderrTail } from "./stderr-tail.tsx";

/** How often times in the panel are renewed, in milliseconds. */
const TICK_MS = 1_000;

/** One server: its state in words, its facts, and what can be done about it. */
export function ServerCard({ status }: { readonly status: ServerStatus }) {
  const { t } = useTranslation();
  const now = useNow(TICK_MS, status.startedAt !== null);
  const line = serverLine(t, status, now);
  const isBrowser = status.name === BROWSER_SERVER;
  const isWithYou = useThread(({ summary }) => summary.handOver !== null) && isBrowser;
  return (
    <section className="srv" aria-label={status.name}>
      <div className="srv-head">
        <Icon of={isBrowser ? AppWindow : Server} className="faint" />
        <h3 className="nm cut grow">{status.name}</h3>
        {isWithYou ? (
          <StateWord look={withYouLook} word={t("server.withYou")} />
        ) : (
          <StateWord look={serverLook(status)} word={serverWord(t, status)} />
        )}
      </div>
      {status.failure && <p className="srv-line muted">{status.failure.message}</p>}
      {isWithYou && <p className="srv-line faint">{t("server.callsWait")}</p>}
      {line && <p className="srv-line faint">{line}</p>}
      <HeldBackRow server={status.name} heldBack={status.catalogue?.heldBack ?? []} />
      {status.state === "not-installed" && <BrowserSetUp />}
      <ServerFacts status={status} now={now} />
      {isBrowser && !isWithYou && <BrowserWindowSwitch />}
      {isBrowser && <SavedFilesRow key={status.conversationId} calls={status.calls} />}
      <ServerActions status={status} />
      <ServerTools status={status} />
      <CatalogueProblems problems={status.catalogue?.problems ?? []} />
      <StderrTail lines={status.stderrTail} />
    </section>
  );
}

function BrowserWindowSwitch() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const headless = useThread((thread) => thread.summary.headless);
  return (
    <div className="srv-row">
      <span className="t13 grow">{t("servers.showBrowser")}</span>
      <Switch
        label={t("servers.showBrowser")}
        on={!headless}
        onChange={(shown) =>
          void actions.attempt(() => client.setHeadless({ conversationId, headless: !shown }))
        }
      />
    </div>
  );
}

const retryWords: Partial<Record<ServerStatus["state"], "server.tryAgain" | "server.retry">> = {
  failed: "server.tryAgain",
  unavailable: "server.retry",
};

/** States in which a button would promise what it cannot keep. */
const withoutActions: readonly ServerStatus["state"][] = [
  "not-started",
  "disabled",
  "not-installed",
];

function ServerActions({ status }: { readonly status: ServerStatus }) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const [examining, setExamining] = useState(false);
  if (withoutActions.includes(status.state)) return null;
  const target = { conversationId: status.conversationId, server: status.name };
  const isUp = status.state === "running" || status.state === "starting";
  const restart = t(retryWords[status.state] ?? "server.restart");
  return (
    <>
      <div className="srv-acts">
        <Button
          small
          icon={RotateCw}
          disabled={busy || status.state === "stopping"}
          aria-label={t("server.actionOn", { action: restart, name: status.name })}
          onClick={() => void run(() => client.restartServer(target))}
        >
          {restart}
        </Button>
        {isInTrouble(status) && (
          <Button small icon={Stethoscope} onClick={() => setExamining(true)}>
            {t("doctor.open")}
          </Button>
        )}
        {isUp && (
          <Button
            small
            icon={Square}
            iconFilled
            disabled={busy}
            aria-label={t("server.actionOn", { action: t("server.stop"), name: status.name })}
            onClick={() => void run(() => client.stopServer(target))}
          >
            {t("server.stop")}
          </Button>
        )}
      </div>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      {examining && <ExaminationDialog server={status.name} onClose={() => setExamining(false)} />}
    </>
  );
}
