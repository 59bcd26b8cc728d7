import type { Failure } from "../../src-preload/model/failure.ts";
import { isSettled, type ToolCall, type ToolCallState } from "../../src-preload/model/tool-call.ts";
import { assertNever } from "../base/assert-never.ts";
import type { Clock } from "../base/clock.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import { argumentCheck } from "./check-arguments.ts";
import type {
  ApprovalDecision,
  ApprovalPort,
  JournalPort,
  OfferedTool,
  ToolOutcome,
  ToolPort,
} from "./ports.ts";
import type { WrittenCall } from "./step-recorder.ts";
import type { TurnBudget } from "./turn-budget.ts";
import type { TurnEvent } from "./turn-event.ts";

export interface CallPorts {
  readonly tools: ToolPort;
  readonly approvals: ApprovalPort;
  readonly journal: JournalPort;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly budget: TurnBudget;
  readonly emit: (event: TurnEvent) => void;
}

/** Longest piece of arguments that could not be read which the model is shown again, in characters. */
const MAX_QUOTED_CHARS = 500;

/**
 * Prepares a call and has it decided about. What comes back is settled and saved where the call may
 * not run; any other may, and exactly as it is.
 */
export async function admitCall(
  written: WrittenCall,
  tool: OfferedTool | null,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ToolCall> {
  const { call } = written;
  if (signal.aborted) return skipCall(call, ports);
  const refusal = whyNotCallable(written, tool);
  if (refusal) return keep(failedWith(call, "not-callable", refusal), ports);

  const decision = await decide(call, ports, signal).catch((error: unknown) =>
    toFailureLogged(error, ports.logger),
  );
  if (signal.aborted) return skipCall(call, ports);
  if ("code" in decision) return keep(failedWith(call, decision.code, decision.message), ports);
  if (decision.kind === "denied") {
    return keep({ ...call, state: "denied", failure: decision.failure }, ports);
  }
  return call;
}

/** Runs a call that was admitted. The call that comes back is settled and saved (M29). */
export async function executeCall(
  call: ToolCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ToolCall> {
  // On disk before the server hears of it: after a crash its outcome is known to be unknown (D2).
  const started = keep({ ...call, state: "running", startedAt: ports.clock() }, ports);
  ports.emit({ type: "turn-state", state: "calling" });
  const waits = waitingForPerson(ports);
  const outcome = await ports.tools.call(started, {
    signal,
    waiting: waits.begin,
    onProgress: (progress) => ports.emit({ type: "tool-call", call: { ...started, progress } }),
  });
  waits.end();
  return keep(withOutcome({ ...started, finishedAt: ports.clock() }, outcome), ports);
}

/** Settles a call that is not run; the failure says why where it was not stopped. */
export function skipCall(
  call: ToolCall,
  ports: Pick<CallPorts, "journal" | "emit">,
  failure: Failure | null = null,
): ToolCall {
  return keep({ ...call, state: "skipped", argumentsText: null, failure }, ports);
}

/** A sentence for the model about a call that cannot be run; null when it can. */
function whyNotCallable(
  { call, arguments: args, argumentsText, found }: WrittenCall,
  tool: OfferedTool | null,
): string | null {
  if (found === "gone") {
    return `The tool "${call.name}" is no longer available. Use one of the tools that you were given.`;
  }
  if (call.server === null) {
    return `There is no tool called "${call.name}". Use one of the tools that you were given.`;
  }
  if (args === null) {
    const wrote = argumentsText.slice(0, MAX_QUOTED_CHARS);
    return `The arguments of ${call.name} are not a JSON object, so it was not run. You wrote: ${wrote}`;
  }
  const problems = tool ? argumentCheck(tool.inputSchema)(args) : [];
  if (problems.length === 0) return null;
  return `The arguments of ${call.name} do not fit, so it was not run: ${problems.join("; ")}.`;
}

async function decide(
  call: ToolCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const waits = waitingForPerson(ports);
  const waiting = (): void => {
    keep({ ...call, state: "awaiting-approval" }, ports);
    waits.begin();
  };
  try {
    return await ports.approvals.decide(call, { signal, waiting });
  } finally {
    waits.end();
  }
}

/** While the person is waited for, no time of the turn's goes by. */
function waitingForPerson({ budget, emit }: CallPorts): { begin: () => void; end: () => void } {
  let end = (): void => {};
  return {
    begin: () => {
      end();
      end = budget.waitForPerson();
      emit({ type: "turn-state", state: "awaiting-approval" });
    },
    end: () => end(),
  };
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
function keep(call: ToolCall, { journal, emit }: Pick<CallPorts, "journal" | "emit">): ToolCall {
  try {
    journal.saveToolCall(call);
  } catch (error) {
    if (isSettled(call.state)) emit({ type: "tool-call", call });
    throw error;
  }
  emit({ type: "tool-call", call });
  return call;
}
