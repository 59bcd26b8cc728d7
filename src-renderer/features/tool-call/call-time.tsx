import { useTranslation } from "react-i18next";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { useNow } from "../../components/use-now.ts";
import { duration, wholeDuration } from "../../strings/format.ts";

/** How often a running call's seconds are renewed, in milliseconds. */
const TICK_MS = 1_000;

/** How long a call took, or has been running. Nothing while it has not begun. */
export function CallTime({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  const isRunning = call.state === "running";
  const now = useNow(TICK_MS, isRunning);
  if (call.startedAt === null) return null;
  if (isRunning) return <span className="time">{wholeDuration(t, now - call.startedAt)}</span>;
  if (call.finishedAt === null) return null;
  return <span className="time">{duration(t, call.finishedAt - call.startedAt)}</span>;
}
