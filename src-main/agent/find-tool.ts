import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool } from "./ports.ts";

/** What a name that a model has written stands for. */
export type FoundTool =
  | { readonly kind: "tool"; readonly server: string; readonly tool: string }
  /** It stood for a tool earlier in this conversation that is offered no more. */
  | { readonly kind: "gone"; readonly tool: string }
  | { readonly kind: "unknown" };

/**
 * By the names of now; else by the name under which an earlier call of this conversation went: a model
 * repeats what it reads there, also when the tool has another name by now (M8).
 */
export function findTool(
  name: string,
  tools: readonly OfferedTool[],
  earlier: readonly ToolCall[],
): FoundTool {
  const known = tools.find((tool) => tool.name === name);
  if (known) return { kind: "tool", server: known.server, tool: known.tool };
  const before = earlier.findLast((call) => call.name === name && call.server !== null);
  if (!before) return { kind: "unknown" };
  const same = tools.find(({ server, tool }) => server === before.server && tool === before.tool);
  return same
    ? { kind: "tool", server: same.server, tool: same.tool }
    : { kind: "gone", tool: before.tool };
}
