import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { askForTools } from "../catalogue/ask-for-tools.ts";
import type { ReadingPlace } from "../catalogue/read-tool.ts";
import { readToolList } from "../catalogue/read-tool-list.ts";
import type { ToolList } from "../catalogue/tool.ts";
import { Burst } from "./burst.ts";
import type { McpSession } from "./session.ts";

/** What a running server may take to tell its tools once more, in milliseconds; a call waits for it. */
const LIST_MS = 10_000;

/** How long after an answer a server may still say that its tools are others by it, in milliseconds. */
const AFTERTHOUGHT_MS = 30;

export interface LiveToolsOptions {
  readonly server: string;
  readonly session: McpSession;
  readonly place: ReadingPlace;
  readonly logger: Logger;
  /** The list is another one now. */
  readonly onChange: () => void;
}

/** The tools of one running process: what it tells itself is the truth for its conversation (M7). */
export class LiveTools {
  readonly #options: LiveToolsOptions;
  readonly #burst = new Burst(() => this.#ask());
  /** Every tool that it ever had. */
  readonly #had = new Set<string>();
  #list: ToolList | null = null;
  #names: ReadonlySet<string> = new Set();
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveToolsOptions) {
    this.#options = options;
    options.session.onToolsChanged(() => this.#burst.notice());
    void options.session.closed.then(() => this.#burst.stop());
  }

  /** Null until the process was asked. */
  get list(): ToolList | null {
    return this.#list;
  }

  /** Asks for the list now. Never rejects: a list that is not to be had leaves the one before. */
  async read(): Promise<void> {
    await this.#ask();
  }

  /** The server has answered a call: what it says of its tools right after that belongs to the answer. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  get isSettled(): boolean {
    return this.#burst.isSettled;
  }

  /** Resolves when the list holds all that the server has said about it until now. */
  settled(): Promise<void> {
    return this.#burst.settled();
  }

  /** The same, with what a call that was just answered has changed. */
  async settledAfterCalls(): Promise<void> {
    const left = this.#answeredAt + AFTERTHOUGHT_MS - performance.now();
    if (left > 0 && this.#options.session.tellsOfTools) await delay(left);
    await this.settled();
  }

  /** Whether the process had the tool and has it no more. */
  isGone(tool: string): boolean {
    return this.#had.has(tool) && !this.#names.has(tool);
  }

  async #ask(): Promise<void> {
    const { server, session, place, logger, onChange } = this.#options;
    const signal = AbortSignal.timeout(LIST_MS);
    try {
      const raw = await askForTools(session, { signal, timeoutMs: LIST_MS });
      this.#list = readToolList(raw, place).list;
      this.#names = new Set(this.#list.tools.map(({ tool }) => tool));
      for (const name of this.#names) this.#had.add(name);
      onChange();
    } catch (error) {
      logger.warn(`The tools of the running "${server}" are not known anew: ${messageOf(error)}`);
    }
  }
}
