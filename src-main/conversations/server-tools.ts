import { isPicture, type ContentBlock, type Picture } from "../../src-preload/model/content.ts";
import type { Page } from "../../src-preload/model/page.ts";
import type { ToolCall, ToolResult } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool, ToolCallOptions, ToolOutcome, ToolPort } from "../agent/ports.ts";
import { isAbort } from "../base/errors.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import { EarlierFile } from "../browser/earlier-file.ts";
import { pageAfter } from "../browser/page-report.ts";
import { CLOSE_TOOL } from "../browser/preset.ts";
import { forgetTabs, profileFolder } from "../browser/profile.ts";
import type { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import type { RawResult } from "../mcp/connection/server-connection.ts";
import type { TextLimits } from "../mcp/result/cap-text.ts";
import type { FileStore } from "../store/files/file-store.ts";
import { readResult } from "./read-result.ts";

const TABS_TOOL = "browser_tabs";

/** Element references of before are of no use to the model any more. */
const HANDED_BACK =
  "[The person had the browser in the meantime and has handed it back. Pages and logins may have changed: take a new snapshot before you go on.]";

export interface ServerToolsOptions {
  readonly servers: () => ConversationServers;
  readonly files: FileStore;
  readonly redactor: Redactor;
  readonly logger: Logger;
  readonly workspace: string;
  /** How much text of a result the model takes now; absent, or null, as M21 says. */
  readonly textLimits?: () => TextLimits | null;
}

/** A server never waits for the person. */
type Options = Omit<ToolCallOptions, "waiting">;

/** The loop's tools, answered by the conversation's servers. Remembers what the browser showed last. */
export class ServerTools implements ToolPort {
  readonly #options: ServerToolsOptions;
  #page: Page | null = null;
  #picture: string | null = null;
  #wasWithPerson = false;

  constructor(options: ServerToolsOptions) {
    this.#options = options;
  }

  /** The page the browser is on, and the latest picture of it. */
  get view(): { readonly page: Page | null; readonly picture: string | null } {
    return { page: this.#page, picture: this.#picture };
  }

  /** A browser that has ended is on no page: what comes next is not judged by where it was. */
  forgetPage(): void {
    this.#page = null;
    this.#picture = null;
  }

  /** The person had the browser and left it where the server says; the model is told with its next result. */
  takeBack(raw: RawResult): void {
    this.#remember(this.#options.redactor.json(pageAfter(raw, TABS_TOOL, null)), null);
    this.#wasWithPerson = true;
  }

  async offered(signal: AbortSignal): Promise<readonly OfferedTool[]> {
    const servers = this.#options.servers();
    const tools = await servers.tools(signal);
    return tools.map((tool) =>
      servers.config(tool.server)?.parallel ? { ...tool, parallel: true } : tool,
    );
  }

  async call(call: ToolCall, options: Options): Promise<ToolOutcome> {
    let earlier: EarlierFile | null = null;
    let rename: ((text: string) => string) | undefined;
    const beforeCall = () => {
      earlier = this.#earlierFile(call);
      return null;
    };
    try {
      const raw = await this.#options
        .servers()
        .call(call.server ?? "", call.tool, call.arguments, {
          ...this.#redactingProgress(options),
          beforeCall,
        })
        .finally(() => (rename = earlier?.settle()));
      return this.#toOutcome(call, raw, rename);
    } catch (error) {
      if (isAbort(error, options.signal)) return { kind: "stopped" };
      const failure = this.#options.redactor.json(toFailureLogged(error, this.#options.logger));
      return { kind: failure.code === "call-timed-out" ? "timed-out" : "failed", failure };
    }
  }

  #redactingProgress({ signal, onProgress }: Options) {
    const { redactor } = this.#options;
    return { signal, onProgress: (text: string) => onProgress(redactor.text(text)) };
  }

  #earlierFile(call: ToolCall): EarlierFile | null {
    return this.#isBrowser(call) ? EarlierFile.setAside(call, this.#options.workspace) : null;
  }

  #isBrowser(call: ToolCall): boolean {
    return this.#options.servers().config(call.server ?? "")?.isBrowser === true;
  }

  #toOutcome(
    call: ToolCall,
    raw: RawResult,
    rename: ((text: string) => string) | undefined,
  ): ToolOutcome {
    const isBrowser = this.#isBrowser(call);
    const limits = this.#options.textLimits?.();
    const result = readResult(raw, {
      ...this.#options,
      isBrowser,
      outputSchema: this.#options.servers().outputSchema(call.server ?? "", call.tool),
      ...(rename ? { rename } : {}),
      ...(limits ? { limits } : {}),
    });
    if (!isBrowser) return { kind: "result", result, page: null };
    if (call.tool === CLOSE_TOOL) forgetTabs(profileFolder(this.#options.workspace));
    const page = this.#options.redactor.json(pageAfter(raw, call.tool, this.#page));
    this.#remember(page, pictureIn(result.content));
    return { kind: "result", result: this.#withNews(result), page };
  }

  #withNews(result: ToolResult): ToolResult {
    if (!this.#wasWithPerson) return result;
    this.#wasWithPerson = false;
    return { ...result, model: [{ type: "text", text: HANDED_BACK }, ...result.model] };
  }

  /** A picture of the page before says nothing about the one that is open now. */
  #remember(page: Page | null, picture: Picture | null): void {
    if (page?.url !== this.#page?.url) this.#picture = null;
    this.#page = page;
    this.#picture = picture?.file ?? this.#picture;
  }
}

function pictureIn(content: readonly ContentBlock[]): Picture | null {
  return content.filter(isPicture).at(-1) ?? null;
}
