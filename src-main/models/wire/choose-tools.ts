import type { OfferedTool } from "../../agent/ports.ts";

export interface ChosenTools {
  readonly kept: readonly OfferedTool[];
  readonly leftOut: readonly OfferedTool[];
}

/**
 * No more tools than the provider takes (B5.5). The servers with the fewest tools keep all of theirs;
 * the larger ones lose those at the end of their lists. The same tools always give the same choice.
 */
export function chooseTools(tools: readonly OfferedTool[], max: number): ChosenTools {
  if (tools.length <= max) return { kept: tools, leftOut: [] };
  const byServer = new Map<string, OfferedTool[]>();
  for (const tool of tools) byServer.set(tool.server, [...(byServer.get(tool.server) ?? []), tool]);
  const inOrder = [...byServer]
    .sort(([a, ofA], [b, ofB]) => ofA.length - ofB.length || (a < b ? -1 : 1))
    .flatMap(([, ofServer]) => ofServer);
  return { kept: inOrder.slice(0, max), leftOut: inOrder.slice(max) };
}

/** Names in the sentence: the first few are enough to see which server it is about. */
const NAMED_TOOLS = 5;

/** What the person is told about tools that the model does not get. */
export function leftOutSentence(leftOut: readonly OfferedTool[], max: number): string {
  const servers = [...new Set(leftOut.map((tool) => tool.server))].join(", ");
  const names = leftOut.slice(0, NAMED_TOOLS).map((tool) => tool.tool);
  const more = leftOut.length > names.length ? ` and ${leftOut.length - names.length} more` : "";
  return `This model takes at most ${max} tools, so ${leftOut.length} of ${servers} are left out: ${names.join(", ")}${more}. Switch off tools or servers that you do not need.`;
}
