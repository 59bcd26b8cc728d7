import type { Failure } from "../../src-preload/model/failure.ts";
import { isSettled, type ToolCall } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool } from "./ports.ts";
import { admitCall, executeCall, skipCall, type CallPorts } from "./run-call.ts";
import type { WrittenCall } from "./step-recorder.ts";

export interface RanCalls {
  /** Every call that was asked for, settled, in the order of asking. */
  readonly calls: readonly ToolCall[];
  /** The limit that kept some of them from being run; null for none. */
  readonly limit: Failure | null;
}

/**
 * The calls of one answer, in their order. Those that stand together and are of servers which take
 * several at a time run together; each is decided about in its turn all the same (M10).
 */
export async function runCalls(
  written: readonly WrittenCall[],
  tools: readonly OfferedTool[],
  ports: CallPorts,
  signal: AbortSignal,
): Promise<RanCalls> {
  const calls: ToolCall[] = [];
  let limit: Failure | null = null;
  const admit = async (one: WrittenCall): Promise<ToolCall> => {
    if (!signal.aborted) limit ??= ports.budget.beforeCall(one.call);
    if (limit) return skipCall(one.call, ports, limit);
    return await admitCall(one, toolOf(one, tools), ports, signal);
  };
  for (const group of groupsOf(written, tools)) {
    calls.push(...(await runGroup(group, admit, ports, signal)));
  }
  return { calls, limit };
}

async function runGroup(
  group: readonly WrittenCall[],
  admit: (one: WrittenCall) => Promise<ToolCall>,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<readonly ToolCall[]> {
  const running: Promise<ToolCall>[] = [];
  try {
    for (const one of group) {
      const call = await admit(one);
      const run = isSettled(call.state) ? Promise.resolve(call) : executeCall(call, ports, signal);
      // One that fails while a later one is decided about is heard of when all are waited for.
      run.catch(() => {});
      running.push(run);
    }
    return await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

/** Each call alone, but neighbours of parallel servers together. */
function groupsOf(
  written: readonly WrittenCall[],
  tools: readonly OfferedTool[],
): readonly (readonly WrittenCall[])[] {
  const groups: WrittenCall[][] = [];
  let mayJoin = false;
  for (const one of written) {
    const isParallel = toolOf(one, tools)?.parallel === true;
    if (isParallel && mayJoin) groups.at(-1)?.push(one);
    else groups.push([one]);
    mayJoin = isParallel;
  }
  return groups;
}

function toolOf({ call }: WrittenCall, tools: readonly OfferedTool[]): OfferedTool | null {
  return tools.find(({ server, tool }) => server === call.server && tool === call.tool) ?? null;
}
