import type { Failure } from "../../src-preload/model/failure.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ContextSummary } from "../../src-preload/model/model-view.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Usage } from "../../src-preload/model/turn.ts";
import type { ModelLimits } from "./model-limits.ts";

/** How a turn ended; a failure has a sentence for the person. */
export type TurnEnd = { readonly usage: Usage } & (
  | { readonly reason: "finished" | "stopped" }
  | { readonly reason: "failed"; readonly failure: Failure }
);

/** What a turn tells while it runs, in order; `turn-end` is always the last. */
export type TurnEvent =
  | { readonly type: "turn-state"; readonly state: "streaming" | "awaiting-approval" | "calling" }
  /** A message that is new, or that has become complete. */
  | { readonly type: "message"; readonly message: Message }
  | {
      readonly type: "message-delta";
      readonly messageId: string;
      readonly part: number;
      readonly kind: "text" | "reasoning";
      readonly delta: string;
    }
  | { readonly type: "tool-call"; readonly call: ToolCall }
  /** The older messages have left the model's view; the summary stands for them (M31). */
  | { readonly type: "summary"; readonly summary: ContextSummary }
  /** What the model is sent, and what the turn has used so far. */
  | {
      readonly type: "window";
      readonly usedTokens: number;
      readonly usage: Usage;
      readonly limits: ModelLimits;
    }
  | ({ readonly type: "turn-end" } & TurnEnd);
