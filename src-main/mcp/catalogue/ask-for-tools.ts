import { messageOf } from "../../base/errors.ts";
import { ServerError, type CallOptions, type McpSession } from "../connection/session.ts";
import { MAX_TOOLS } from "./read-tool-list.ts";

/** Pages of a tool list that are asked for before the server is taken to be running in circles. */
export const MAX_TOOL_PAGES = 64;

/** A server's list of tools as it told it, not yet looked at. */
export interface RawToolList {
  readonly tools: readonly unknown[];
  /** Sentences about pages that were left out. */
  readonly problems: readonly string[];
  readonly serverInfo: unknown;
}

/**
 * Asks for every page of the list. An end that never comes is ended, with what came until then. Throws
 * what {@link McpSession.toolsPage} does where not even the first page is to be had.
 */
export async function askForTools(session: McpSession, options: CallOptions): Promise<RawToolList> {
  const pages = new Pages();
  let cursor: string | undefined;
  do cursor = pages.take(await pageOrEnd(session, cursor, options, pages));
  while (cursor !== undefined);
  const { tools, problems } = pages;
  return { tools, problems, serverInfo: session.serverInfo };
}

/** A later page that the server refuses costs itself alone. */
async function pageOrEnd(
  session: McpSession,
  cursor: string | undefined,
  options: CallOptions,
  pages: Pages,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return await session.toolsPage(cursor, options);
  } catch (error) {
    if (cursor === undefined || !(error instanceof ServerError)) throw error;
    pages.problems.push(`The server refused a further page of its list: ${messageOf(error)}`);
    return null;
  }
}

/** What has come so far, and whether more is asked for. */
class Pages {
  readonly tools: unknown[] = [];
  readonly problems: string[] = [];
  readonly #cursors = new Set<string>();

  /** The cursor of the next page; undefined where the list ends. */
  take(page: Readonly<Record<string, unknown>> | null): string | undefined {
    if (!page) return undefined;
    const { tools, nextCursor } = page;
    if (Array.isArray(tools)) for (const tool of tools as unknown[]) this.tools.push(tool);
    else this.problems.push("A page of the server's list holds no list of tools.");
    return typeof nextCursor === "string" ? this.#follow(nextCursor) : undefined;
  }

  #follow(cursor: string): string | undefined {
    const why = this.#whyNotFollow(cursor);
    this.#cursors.add(cursor);
    if (why === null) return cursor;
    this.problems.push(why);
    return undefined;
  }

  #whyNotFollow(cursor: string): string | null {
    if (this.#cursors.has(cursor)) return "The server's list runs in circles and was ended.";
    if (this.#cursors.size >= MAX_TOOL_PAGES - 1)
      return `The server's list has more than ${MAX_TOOL_PAGES} pages and was ended.`;
    // What is above the limit would be left out anyway.
    return this.tools.length > MAX_TOOLS
      ? "The rest of the server's list was not asked for."
      : null;
  }
}
