import type { ModelBlock } from "../../src-preload/model/content.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ModelFacts } from "../../src-preload/model/model-facts.ts";
import type { ContextSummary } from "../../src-preload/model/model-view.ts";
import type { ToolCall, ToolResult } from "../../src-preload/model/tool-call.ts";
import type { Usage } from "../../src-preload/model/turn.ts";

/*
 * All that the loop needs of the world. The rooms around it implement these;
 * the loop knows none of them.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A tool as the model is told of it. */
export interface OfferedTool {
  /** The name that the model sees and calls (M8). */
  readonly name: string;
  readonly description: string;
  /** JSON Schema, always of the type object. */
  readonly inputSchema: JsonObject;
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Whether calls to its server may run at the same time; absent, they may not (M10). */
  readonly parallel?: boolean;
}

export type AssistantPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string; readonly providerData?: unknown }
  | {
      readonly type: "tool-call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
    };

/** What the model has been told and has said so far. Every call in it has a result after it. */
export type TranscriptEntry =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | {
      readonly role: "tool";
      readonly results: readonly {
        readonly callId: string;
        readonly name: string;
        readonly isError: boolean;
        readonly content: readonly ModelBlock[];
      }[];
    };

export interface StepRequest {
  readonly instructions: string;
  readonly transcript: readonly TranscriptEntry[];
  readonly tools: readonly OfferedTool[];
}

/** One answer of a model, as it streams. Parts come in order; deltas belong to the part begun last. */
export type StepEvent =
  | { readonly type: "text-start" }
  | { readonly type: "text-delta"; readonly delta: string }
  | { readonly type: "reasoning-start" }
  | { readonly type: "reasoning-delta"; readonly delta: string }
  | { readonly type: "reasoning-end"; readonly providerData?: unknown }
  | { readonly type: "tool-call-start"; readonly callId: string; readonly name: string }
  | { readonly type: "tool-call-delta"; readonly callId: string; readonly delta: string }
  /** `arguments` is null when what the model wrote is not a JSON object; `argumentsText` has it. */
  | {
      readonly type: "tool-call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject | null;
      readonly argumentsText: string;
    }
  /** Always the last. `length`: cut off by the token limit. */
  | {
      readonly type: "step-end";
      readonly reason: "stop" | "tool-calls" | "length" | "other";
      readonly usage: Usage;
    };

export interface ModelPort {
  /** What is known of the model, as its window and its price; absent for one that has neither. */
  readonly facts?: ModelFacts;
  /**
   * One request to the model. Throws an `AppError` with a code `model-…` and a sentence when the
   * model cannot answer, also in the middle of the stream; what came before it stays valid.
   * After an abort it ends or throws soon; the caller looks at its own signal.
   */
  stream(request: StepRequest, signal: AbortSignal): AsyncIterable<StepEvent>;
}

/** How a tool call ended. `result` is absent when no server answered. */
export type ToolOutcome =
  | { readonly kind: "result"; readonly result: ToolResult; readonly page: ToolCall["page"] }
  | { readonly kind: "failed" | "timed-out"; readonly failure: Failure }
  | { readonly kind: "stopped" };

export interface ToolCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** To be called when from now on the call waits for the person alone. */
  readonly waiting: () => void;
}

export interface ToolPort {
  /** The tools of this moment; asked anew before each step (M7). */
  offered(signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Runs the call. Must not throw: every way to end is an outcome. */
  call(call: ToolCall, options: ToolCallOptions): Promise<ToolOutcome>;
}

/** `failure` says why where it was not the person who refused. */
export type ApprovalDecision =
  | { readonly kind: "allowed" }
  | { readonly kind: "denied"; readonly failure: Failure | null };

export interface ApprovalPort {
  /**
   * Decides about exactly this call, asking the person where need be; `waiting` is called when
   * the answer is theirs. Must not throw; an abort is the answer `not-now`.
   */
  decide(
    call: ToolCall,
    options: { readonly signal: AbortSignal; readonly waiting: () => void },
  ): Promise<ApprovalDecision>;
}

/** Where the turn is written down. Each returns once it is on disk (D1, D2). */
export interface JournalPort {
  saveMessage(message: Message): void;
  saveToolCall(call: ToolCall): void;
  saveSummary(summary: ContextSummary): void;
}
