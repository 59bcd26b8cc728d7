import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";
import type { Redactor } from "../base/redactor.ts";

/** Bytes of stderr that are kept of one process (M19). */
const RING_BYTES = 64 * 1024;

/** Lines that a person and an error message get to see (M19). */
const TAIL_LINES = 20;

/** A line longer than this is cut: nothing that a person reads is longer. In characters. */
const MAX_LINE_CHARS = 4_096;

/** Drains stderr for as long as the process writes: an unread pipe blocks it after 256 KiB. */
export class StderrLog {
  readonly #decoder = new StringDecoder("utf8");
  readonly #redactor: Redactor;
  readonly #onLine: (line: string) => void;
  #lines: string[] = [];
  #kept = 0;
  #open = "";

  constructor(stream: Readable, redactor: Redactor, onLine: (line: string) => void) {
    this.#redactor = redactor;
    this.#onLine = onLine;
    stream.on("data", (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    stream.on("end", () => this.#take(`${this.#decoder.end()}\n`));
    // Reading fails when the process is gone; its exit says all there is to say.
    stream.on("error", () => {});
  }

  /** The last lines, redacted, without empty ones. */
  tail(): readonly string[] {
    return this.#lines.slice(-TAIL_LINES);
  }

  #take(text: string): void {
    const lines = (this.#open + text).split(/\r?\n/);
    // Of a line without an end the beginning is kept: a cut before it could leave half a secret to be seen.
    this.#open = (lines.pop() ?? "").slice(0, RING_BYTES);
    for (const line of lines) this.#keep(line);
  }

  #keep(line: string): void {
    if (line.trim() === "") return;
    const shown = this.#redactor.text(line).slice(0, MAX_LINE_CHARS);
    this.#lines.push(shown);
    this.#kept += shown.length;
    while (this.#kept > RING_BYTES) this.#kept -= this.#lines.shift()?.length ?? this.#kept;
    this.#onLine(shown);
  }
}
