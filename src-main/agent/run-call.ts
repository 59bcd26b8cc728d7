import { isSettled, type ToolCall, type ToolCallState } from "../../src-preload/model/tool-call.ts";
import { assertNever } from "../base/assert-never.ts";
import type { Clock } from "../base/clock.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import type {
  ApprovalDecision,
  ApprovalPort,
  JournalPort,
  ToolOutcome,
  ToolPort,
} from "./ports.ts";
import type { WrittenCall } from "./step-recorder.ts";
import type { TurnEvent } from "./turn-event.ts";

export interface CallPorts {
  readonly tools: ToolPort;
  readonly approvals: ApprovalPort;
  readonly journal: JournalPort;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: TurnEvent) => void;
}

/**
 * One call from what the model wrote to its end: prepare, decide, run, finish. The call that comes
 * back is settled and saved, whatever happened (M29).
 */
export async function runCall(
  written: WrittenCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ToolCall> {
  const settle = (call: ToolCall): ToolCall => keep(call, ports);
  if (signal.aborted) return settle({ ...written.call, state: "skipped" });
  const refusal = whyNotCallable(written);
  if (refusal) return settle(failedWith(written.call, "not-callable", refusal));

  const decision = await decide(written.call, ports, signal).catch((error: unknown) =>
    toFailureLogged(error, ports.logger),
  );
  if (signal.aborted) return settle({ ...written.call, state: "skipped" });
  if ("code" in decision) return settle(failedWith(written.call, decision.code, decision.message));
  if (decision.kind === "denied") {
    return settle({ ...written.call, state: "denied", failure: decision.failure });
  }

  // On disk before the server hears of it: after a crash its outcome is known to be unknown (D2).
  const started = keep({ ...written.call, state: "running", startedAt: ports.clock() }, ports);
  ports.emit({ type: "turn-state", state: "calling" });
  const outcome = await ports.tools.call(started, {
    signal,
    onProgress: (progress) => ports.emit({ type: "tool-call", call: { ...started, progress } }),
  });
  return settle(withOutcome({ ...started, finishedAt: ports.clock() }, outcome));
}

/** A sentence for the model about a call that cannot be run; null when it can. */
function whyNotCallable({ call, arguments: args, argumentsText }: WrittenCall): string | null {
  if (call.server === null) {
    return `There is no tool called "${call.name}". Use one of the tools that you were given.`;
  }
  if (args === null) {
    return `The arguments of ${call.name} are not a JSON object, so it was not run. You wrote: ${argumentsText}`;
  }
  return null;
}

async function decide(
  call: ToolCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  return await ports.approvals.decide(call, {
    signal,
    waiting: () => {
      keep({ ...call, state: "awaiting-approval" }, ports);
      ports.emit({ type: "turn-state", state: "awaiting-approval" });
    },
  });
}

function withOutcome(call: ToolCall, outcome: ToolOutcome): ToolCall {
  switch (outcome.kind) {
    case "result": {
      const { result, page } = outcome;
      return {
        ...call,
        result,
        page: page ?? call.page,
        state: result.isError ? "failed" : "done",
      };
    }
    case "failed":
    case "timed-out":
      return { ...call, state: outcome.kind, failure: outcome.failure };
    case "stopped":
      return { ...call, state: "stopped" };
    default:
      return assertNever(outcome);
  }
}

function failedWith(call: ToolCall, code: string, message: string): ToolCall {
  return { ...call, state: "failed" satisfies ToolCallState, failure: { code, message } };
}

/**
 * Saved first, told then: what the window shows is on disk (D1). What a call came to is told even if the
 * disk refuses it: the journal keeps it for later, and nobody would know it otherwise.
 */
function keep(call: ToolCall, { journal, emit }: CallPorts): ToolCall {
  try {
    journal.saveToolCall(call);
  } catch (error) {
    if (isSettled(call.state)) emit({ type: "tool-call", call });
    throw error;
  }
  emit({ type: "tool-call", call });
  return call;
}
