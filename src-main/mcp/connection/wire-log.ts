import type { Logger, LogLevel } from "../../base/logger.ts";
import type { Redactor } from "../../base/redactor.ts";

/** Lines of one kind that reach the log within a window: a server that never stops must not fill the disk. */
const MAX_LINES = 20;
const WINDOW_MS = 10_000;

/** Of what a server wrote, so much is shown, in characters. */
const MAX_SHOWN_CHARS = 300;

/** What is odd about what a server writes to stdout. */
export type Oddity = "stray" | "unknown-answer" | "refused" | "oversized" | "dropped" | "message";

/** The levels of MCP's log messages, as the app's own; one that is unknown counts as `info`. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  debug: "debug",
  warning: "warn",
  error: "error",
  critical: "error",
  alert: "error",
  emergency: "error",
};

interface Count {
  all: number;
  windowEnds: number;
  inWindow: number;
}

/** Tells a server's log what was odd on the wire, each kind at a bounded rate, and counts all of it (S48). */
export class WireLog {
  readonly #name: string;
  readonly #logger: Logger;
  readonly #redactor: Redactor;
  readonly #counts = new Map<Oddity, Count>();

  constructor(name: string, logger: Logger, redactor: Redactor) {
    this.#name = name;
    this.#logger = logger;
    this.#redactor = redactor;
  }

  /** `quoted` is the server's own text; it is redacted and shortened. */
  tell(oddity: Oddity, sentence: string, quoted = "", level: LogLevel = "warn"): void {
    const count = this.#count(oddity);
    if (count.inWindow > MAX_LINES) return;
    const last = count.inWindow === MAX_LINES ? " (more of these are counted only)" : "";
    const shown = quoted === "" ? "" : `: ${this.#shorten(quoted)}`;
    this.#logger[level](`${this.#name} mcp: ${sentence}${shown}${last}`);
  }

  /** What the server says by the protocol's own log messages (M15), at the level that it gives. */
  hear({ level, logger, data }: Readonly<Record<string, unknown>>): void {
    const said = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    const who =
      typeof logger === "string" && logger !== "" ? `says (${logger.slice(0, 60)})` : "says";
    this.tell("message", who, said, LEVELS[String(level)] ?? "info");
  }

  /** How often it came so far. */
  count(oddity: Oddity): number {
    return this.#counts.get(oddity)?.all ?? 0;
  }

  #count(oddity: Oddity): Count {
    const now = performance.now();
    const count = this.#counts.get(oddity) ?? { all: 0, inWindow: 0, windowEnds: now + WINDOW_MS };
    this.#counts.set(oddity, count);
    if (now > count.windowEnds) Object.assign(count, { inWindow: 0, windowEnds: now + WINDOW_MS });
    count.all += 1;
    count.inWindow += 1;
    return count;
  }

  #shorten(quoted: string): string {
    // A secret that the cut would halve is hidden as a whole.
    const start = quoted.slice(0, MAX_SHOWN_CHARS);
    const shown =
      quoted.length > start.length ? this.#redactor.cutText(start) : this.#redactor.text(start);
    return JSON.stringify(shown).slice(1, -1);
  }
}
