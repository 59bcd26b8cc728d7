import { isBuiltIn } from "../../src-preload/model/built-in.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool, ToolCallOptions, ToolOutcome, ToolPort } from "../agent/ports.ts";
import type { BuiltInTools } from "./built-in-tools.ts";
import type { ServerTools } from "./server-tools.ts";

/** All tools of a conversation: the app's own, then those of its servers. */
export class ConversationTools implements ToolPort {
  readonly #builtIn: BuiltInTools;
  readonly #servers: ServerTools;

  constructor(builtIn: BuiltInTools, servers: ServerTools) {
    this.#builtIn = builtIn;
    this.#servers = servers;
  }

  async offered(signal: AbortSignal): Promise<readonly OfferedTool[]> {
    return [...this.#builtIn.offered, ...(await this.#servers.offered(signal))];
  }

  call(call: ToolCall, options: ToolCallOptions): Promise<ToolOutcome> {
    return isBuiltIn(call) ? this.#builtIn.call(call, options) : this.#servers.call(call, options);
  }
}
