import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";
import type { Redactor } from "../base/redactor.ts";
import { LineCap } from "./line-cap.ts";

/** Bytes of stderr that are kept of one process (M19). */
const RING_BYTES = 64 * 1024;

/** Lines that a person and an error message get to see (M19). */
const TAIL_LINES = 20;

/** A line longer than this is cut: nothing that a person reads is longer. In characters. */
const MAX_LINE_CHARS = 4_096;

/** Whoever writes this much at once is followed by others' turns, in bytes: a quarter of what a pipe holds. */
const MUCH_BYTES = 16 * 1024;

/**
 * Drains stderr for as long as the process writes: an unread pipe blocks it after 256 KiB. However fast
 * it writes, the log gets a capped share of it, and the rest of the app its turns between two reads.
 */
export class StderrLog {
  readonly #decoder = new StringDecoder("utf8");
  readonly #redactor: Redactor;
  readonly #cap: LineCap;
  /** As they were written: to hide secrets in all of a flood would take longer than to write it. */
  #lines: string[] = [];
  #kept = 0;
  #open = "";

  /** `onLine` gets what goes into the log, redacted. */
  constructor(stream: Readable, redactor: Redactor, onLine: (line: string) => void) {
    this.#redactor = redactor;
    this.#cap = new LineCap((line) => onLine(this.#shown(line)));
    stream.on("data", (chunk: Buffer) => {
      this.#take(this.#decoder.write(chunk));
      if (chunk.length >= MUCH_BYTES) giveOthersATurn(stream);
    });
    stream.on("end", () => {
      this.#take(`${this.#decoder.end()}\n`);
      this.#cap.endSpan();
    });
    // It closes without an end when a grandchild holds it and nobody reads it any more.
    stream.on("close", () => this.#cap.endSpan());
    // Reading fails when the process is gone; its exit says all there is to say.
    stream.on("error", () => {});
  }

  /** The last lines, redacted, without empty ones. */
  tail(): readonly string[] {
    return this.#lines.slice(-TAIL_LINES).map((line) => this.#shown(line));
  }

  /** What the app itself has to say about the process, as its last line so far. */
  note(line: string): void {
    this.#keep([line]);
  }

  #take(text: string): void {
    const lines = (this.#open + text).split("\n");
    // Of a line without an end the beginning is kept: a cut before it could leave half a secret to be seen.
    this.#open = (lines.pop() ?? "").slice(0, RING_BYTES);
    this.#keep(lines.map((line) => this.#bounded(line.trimEnd())).filter((line) => line !== ""));
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      this.#lines.push(line);
      this.#kept += sizeOf(line);
    }
    // Seldom, as to take the first off a long list costs as much as to copy it.
    if (this.#kept > 2 * RING_BYTES) this.#dropOldest();
    this.#cap.take(lines);
  }

  #dropOldest(): void {
    let drop = 0;
    for (; this.#kept > RING_BYTES; drop += 1) this.#kept -= sizeOf(this.#lines[drop] ?? "");
    this.#lines = this.#lines.slice(drop);
  }

  /** A line that has to be cut is redacted before: the cut could leave half a secret to be seen. */
  #bounded(line: string): string {
    return line.length > MAX_LINE_CHARS ? this.#shown(line) : line;
  }

  #shown(line: string): string {
    return this.#redactor.text(line).slice(0, MAX_LINE_CHARS);
  }
}

const sizeOf = (line: string): number => line.length + 1;

function giveOthersATurn(stream: Readable): void {
  stream.pause();
  setImmediate(() => stream.resume());
}
