import {
  Check,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  Hand,
  LoaderCircle,
  Square,
  TriangleAlert,
} from "lucide-react";
import type { ToolCallState } from "../../../src-preload/model/tool-call.ts";
import type { StateLook } from "../../components/state-word.tsx";

/** Sign and colour of each state; the word is `callState.<state>`. */
export const callLooks: Readonly<Record<ToolCallState, StateLook>> = {
  writing: { icon: LoaderCircle, tone: "quiet", spin: true },
  queued: { icon: Clock, tone: "quiet" },
  "awaiting-approval": { icon: Hand, tone: "warn" },
  running: { icon: LoaderCircle, tone: "accent", spin: true },
  done: { icon: Check, tone: "ok" },
  failed: { icon: CircleX, tone: "bad" },
  "timed-out": { icon: Clock, tone: "bad" },
  denied: { icon: CircleMinus, tone: "quiet" },
  stopped: { icon: Square, tone: "quiet", filled: true },
  skipped: { icon: CircleDashed, tone: "quiet" },
  "outcome-unknown": { icon: TriangleAlert, tone: "warn" },
};

/** States that a person has to see without asking: they are open at first. */
export function isOpenAtFirst(state: ToolCallState): boolean {
  return ["failed", "timed-out", "outcome-unknown", "awaiting-approval"].includes(state);
}
