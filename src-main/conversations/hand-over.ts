import type { HandOverState } from "../../src-preload/model/hand-over.ts";
import type { Clock } from "../base/clock.ts";
import { AppError, isAbort, messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { untilAborted } from "../base/waiting.ts";
import { tabsIn, type Tab } from "../browser/open-tabs.ts";
import type { RawResult, ReservedServer } from "../mcp/connection/server-connection.ts";

export interface HandOverOptions {
  /** Does the work when no call of the agent's is under way, and lets later calls wait. */
  readonly reserveBrowser: <T>(
    signal: AbortSignal,
    work: (browser: ReservedServer) => Promise<T>,
  ) => Promise<T>;
  /** Whether the browser works without a window when the agent has it. */
  readonly isHeadless: () => boolean;
  /** Why no window can be shown here; null where one can. */
  readonly windowFault: () => AppError | null;
  /** Makes its next start one with a window, or again as the conversation has it. */
  readonly showWindow: (shown: boolean) => void;
  /** Where the person left the browser: what the server said of its tabs. */
  readonly onHandedBack: (raw: RawResult) => void;
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One time that the browser is with the person, from their wish for it to the agent's having it again. */
interface Turn {
  readonly abort: AbortController;
  readonly wantsBack: PromiseWithSettle;
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * The conversation's browser in the person's hands: on the same profile and pages, in a window, for
 * what the agent cannot do (a login, a code). Meanwhile the agent's calls wait without a limit, and
 * nothing counts as idle.
 */
export class HandOver {
  readonly #options: HandOverOptions;
  #turn: Turn | null = null;
  #pages: Pages | null = null;
  #state: HandOverState | null = null;

  constructor(options: HandOverOptions) {
    this.#options = options;
  }

  /** Null while the agent has the browser. */
  get state(): HandOverState | null {
    return this.#state;
  }

  /**
   * Resolves when the window is open, after the agent's call that is under way. Throws an `AppError` that
   * says why there is no window; the agent has the browser then.
   */
  async takeOver(): Promise<void> {
    // Asked before anything is closed for it: what was typed into the pages would be lost for nothing.
    const fault = this.#turn ? null : this.#options.windowFault();
    if (fault) throw fault;
    this.#turn ??= this.#begin();
    await this.#turn.opened;
  }

  /** Brings the window to the front; the person may have lost it behind others. */
  async showWindow(): Promise<void> {
    if (this.#state?.step === "person") await this.#pages?.toFront();
  }

  /** Resolves when the agent has the browser again, on the pages where the person left it. */
  async handBack(): Promise<void> {
    this.#turn?.wantsBack.settle();
    await this.#turn?.ended;
  }

  /** Ends it where it is; the browser is closed by whoever closes the conversation. */
  async close(): Promise<void> {
    this.#turn?.abort.abort(new AppError("conversation-closed", "This conversation is closed."));
    await this.#turn?.ended;
  }

  #begin(): Turn {
    const abort = new AbortController();
    const opened = promiseWithSettle();
    const wantsBack = promiseWithSettle();
    this.#enter("opening");
    const whole = this.#options
      .reserveBrowser(abort.signal, (browser) =>
        this.#withPerson(browser, abort.signal, opened, wantsBack.promise),
      )
      .finally(() => this.#end());
    whole.catch((error: unknown) => this.#log(error, abort.signal));
    return {
      abort,
      wantsBack,
      opened: Promise.race([opened.promise, whole]),
      ended: whole.catch(() => {}),
    };
  }

  async #withPerson(
    browser: ReservedServer,
    signal: AbortSignal,
    opened: PromiseWithSettle,
    wantsBack: Promise<void>,
  ): Promise<void> {
    const pages = new Pages(browser, signal);
    const restarts = this.#options.isHeadless();
    if (restarts) await this.#openWindow(browser, pages);
    else await pages.list();
    this.#pages = pages;
    this.#enter("person");
    opened.settle();
    await untilAborted(wantsBack, signal);
    this.#enter("returning");
    const left = await pages.list();
    if (!restarts) return this.#options.onHandedBack(left);
    await this.#reopen(browser, pages, tabsIn(left), false);
    this.#options.onHandedBack(await pages.list());
  }

  /** A window that does not open leaves the agent with the pages that it had. */
  async #openWindow(browser: ReservedServer, pages: Pages): Promise<void> {
    const tabs = tabsIn(await pages.list());
    try {
      await this.#reopen(browser, pages, tabs, true);
    } catch (error) {
      await this.#reopen(browser, pages, tabs, false);
      throw error;
    }
  }

  async #reopen(
    browser: ReservedServer,
    pages: Pages,
    tabs: readonly Tab[],
    shown: boolean,
  ): Promise<void> {
    // What it closes by itself is not lost: its session's cookies stay in the profile.
    await browser.stop();
    this.#options.showWindow(shown);
    await pages.open(tabs);
  }

  #enter(holder: HandOverState["step"]): void {
    this.#state = { step: holder, since: this.#options.clock() };
    this.#options.onChange();
  }

  #end(): void {
    this.#turn = null;
    this.#state = null;
    this.#pages = null;
    this.#options.showWindow(false);
    this.#options.onChange();
  }

  /** Whoever asked for it is told by their request; one that fails on the way back is told by nobody else. */
  #log(error: unknown, signal: AbortSignal): void {
    if (isAbort(error, signal)) return;
    this.#options.logger.warn(`The browser could not be handed over: ${messageOf(error)}`);
  }
}

/** The browser's tabs, by its own tools. A page that does not load leaves its tab open all the same. */
class Pages {
  readonly #browser: ReservedServer;
  readonly #signal: AbortSignal;

  constructor(browser: ReservedServer, signal: AbortSignal) {
    this.#browser = browser;
    this.#signal = signal;
  }

  list(): Promise<RawResult> {
    return this.#call("browser_tabs", { action: "list" });
  }

  async open(tabs: readonly Tab[]): Promise<void> {
    const [first, ...others] = tabs;
    if (!first) return void (await this.list());
    await this.#call("browser_navigate", { url: first.url });
    for (const { url } of others) await this.#call("browser_tabs", { action: "new", url });
    if (others.length > 0) await this.#select(tabs);
  }

  async toFront(): Promise<void> {
    await this.#select(tabsIn(await this.list()));
  }

  async #select(tabs: readonly Tab[]): Promise<void> {
    const index = Math.max(
      0,
      tabs.findIndex(({ current }) => current),
    );
    await this.#call("browser_tabs", { action: "select", index });
  }

  #call(tool: string, args: Readonly<Record<string, unknown>>): Promise<RawResult> {
    return this.#browser.call(tool, args, { signal: this.#signal, onProgress: () => {} });
  }
}

interface PromiseWithSettle {
  readonly promise: Promise<void>;
  readonly settle: () => void;
}

function promiseWithSettle(): PromiseWithSettle {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => (settle = resolve));
  return { promise, settle };
}
