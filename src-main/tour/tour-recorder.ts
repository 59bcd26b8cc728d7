import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";

/** One tool call of a tour, as `--tour` writes it down. */
export interface TourStep {
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly arguments: ToolCall["arguments"];
  /** From the moment the server was asked; 0 when it never was. */
  readonly durationMs: number;
  readonly outcome: "ok" | "failed";
}

/** Follows the events of one conversation and keeps its tool calls in the order of their coming. */
export class TourRecorder {
  readonly #conversationId: string;
  readonly #calls = new Map<string, ToolCall>();

  constructor(conversationId: string) {
    this.#conversationId = conversationId;
  }

  onEvent(event: AppEvent): void {
    if (event.type !== "tool-call-changed") return;
    const { toolCall } = event;
    if (toolCall.conversationId === this.#conversationId) this.#calls.set(toolCall.id, toolCall);
  }

  /** A call that has not ended counts as failed. */
  get steps(): readonly TourStep[] {
    return [...this.#calls.values()].map(stepOf);
  }
}

function stepOf(call: ToolCall): TourStep {
  const { startedAt, finishedAt } = call;
  const succeeded = call.state === "done" && call.result?.isError !== true;
  return {
    tool: call.tool,
    arguments: call.arguments,
    durationMs: startedAt === null || finishedAt === null ? 0 : finishedAt - startedAt,
    outcome: succeeded ? "ok" : "failed",
  };
}
