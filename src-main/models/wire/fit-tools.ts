import type { JsonObject, OfferedTool } from "../../agent/ports.ts";
import { chooseTools } from "./choose-tools.ts";
import { fitSchema } from "./fit-schema.ts";
import { withOriginalKeys, withWireKeys, type KeyNames } from "./key-names.ts";
import { wireName } from "./tool-names.ts";
import type { WireTool } from "./wire-request.ts";
import type { WireRules } from "./wire-rules.ts";

interface FittedTool {
  readonly name: string;
  readonly keys: KeyNames;
}

/** The tools as one provider takes them, and the way back to what the servers know (M8). */
export class WireTools {
  /** By name, whatever order the servers list them in: a provider's cache holds the front of a request. */
  readonly tools: readonly WireTool[];
  readonly leftOut: readonly OfferedTool[];
  readonly #rules: WireRules;
  readonly #byWireName = new Map<string, FittedTool>();
  readonly #byName = new Map<string, FittedTool>();

  constructor(offered: readonly OfferedTool[], rules: WireRules) {
    this.#rules = rules;
    const { kept, leftOut } = chooseTools(offered, rules.maxTools);
    this.leftOut = leftOut;
    this.tools = kept.map((tool) => this.#fit(tool)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The name that the app knows; one that no tool has stays as the model wrote it. */
  originalName(wire: string): string {
    return this.#byWireName.get(wire)?.name ?? wire;
  }

  /** The name to send, also for a tool of an earlier step that is not offered any more. */
  wireName(name: string): string {
    return wireName(name, this.#rules.toolName);
  }

  /** What the server is to receive. */
  originalArguments(wire: string, args: JsonObject): JsonObject {
    const keys = this.#byWireName.get(wire)?.keys;
    return keys === undefined ? args : withOriginalKeys(args, keys);
  }

  /** What the model sees that it once wrote. */
  wireArguments(name: string, args: JsonObject): JsonObject {
    const keys = this.#byName.get(name)?.keys;
    return keys === undefined ? args : withWireKeys(args, keys);
  }

  /** Whether the keys of this tool's arguments differ from what the model writes. */
  hasOwnKeys(wire: string): boolean {
    return (this.#byWireName.get(wire)?.keys.toOriginal.size ?? 0) > 0;
  }

  #fit(tool: OfferedTool): WireTool {
    const { keys, note } = fitSchema(tool.inputSchema, this.#rules.schema);
    const wire = this.wireName(tool.name);
    this.#byWireName.set(wire, { name: tool.name, keys });
    this.#byName.set(tool.name, { name: tool.name, keys });
    const description = note === null ? tool.description : `${tool.description} (${note})`;
    return { name: wire, description, schema: keys.schema };
  }
}
