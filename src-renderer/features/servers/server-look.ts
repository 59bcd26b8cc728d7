import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Download,
  LoaderCircle,
  TriangleAlert,
} from "lucide-react";
import type { ServerState, ServerStatus } from "../../../src-preload/model/server.ts";
import type { StateLook } from "../../components/state-word.tsx";
import type { Words } from "../../strings/i18n.ts";
import { wholeDuration } from "../../strings/format.ts";

const looks: Readonly<Record<ServerState, StateLook>> = {
  "not-started": { icon: CircleDashed, tone: "quiet" },
  starting: { icon: LoaderCircle, tone: "accent", spin: true },
  running: { icon: CircleCheck, tone: "ok" },
  stopping: { icon: LoaderCircle, tone: "quiet", spin: true },
  exited: { icon: CircleDashed, tone: "quiet" },
  failed: { icon: CircleX, tone: "bad" },
  unavailable: { icon: TriangleAlert, tone: "bad" },
  disabled: { icon: CircleMinus, tone: "quiet" },
  "not-installed": { icon: Download, tone: "warn" },
};

const unexpectedExit: StateLook = { icon: CircleX, tone: "bad" };

/** An end that nobody asked for; it is shown as a fault. */
export function endedByItself({ state, exit }: ServerStatus): boolean {
  return state === "exited" && exit !== null && !exit.asked;
}

export function serverLook(status: ServerStatus): StateLook {
  return endedByItself(status) ? unexpectedExit : looks[status.state];
}

/** The state in a word; how the process ended where nobody asked for it. */
export function serverWord(t: Words, status: ServerStatus): string {
  if (status.installing === true) return t("server.installing");
  if (!endedByItself(status)) return t(`serverState.${status.state}`);
  const { code, signal } = status.exit ?? { code: null, signal: null };
  if (signal !== null) return t("server.exitedSignal", { signal });
  return t("server.exitedCode", { code: code ?? 0 });
}

/** The line below the name: what happens next, or what is wrong. Nothing where the facts say it all. */
export function serverLine(t: Words, status: ServerStatus, now: number): string | null {
  switch (status.state) {
    case "not-started":
      return t("server.startsOnCall");
    case "starting":
      return wholeDuration(t, now - (status.startedAt ?? now));
    case "running":
      return null;
    case "stopping":
      return t("server.stopping");
    case "exited":
      return t("server.restartsOnCall");
    case "disabled":
      return t("server.disabled");
    case "failed":
    case "unavailable":
    case "not-installed":
      // Its failure says more than any line could.
      return status.failure ? null : t(`server.noReason`);
  }
}

/** Whether the panel's button should point at trouble. */
export function isInTrouble(status: ServerStatus): boolean {
  return serverLook(status).tone === "bad";
}

/** Whether something of it waits for the person (S42). */
export function waitsForPerson({ catalogue }: ServerStatus): boolean {
  return (catalogue?.heldBack.length ?? 0) > 0;
}
