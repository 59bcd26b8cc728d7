import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Frame, FrameFilter, FramePage } from "../../../src-preload/model/frame.ts";
import { systemClock, type Clock } from "../../base/clock.ts";
import type { Redactor } from "../../base/redactor.ts";
import { FramePages, type KeptFrame } from "./frame-pages.ts";

/** What one record holds at most, in bytes: some thousand ordinary frames, for a server of a conversation. */
export const RECORD_BYTES = 4 * 1024 * 1024;

/** A frame that is larger is kept as its head, its size and its hash, in bytes. */
export const WHOLE_FRAME_BYTES = 256 * 1024;

/** Of such a frame so much is kept, in bytes: the envelope, and what kind of content begins. */
const HEAD_BYTES = 4 * 1024;

/** Frames whose hash is under way keep their bytes; beyond this many bytes of them no hash is made. */
const MAX_HASHING_BYTES = 256 * 1024 * 1024;

/** So much is hashed before others have their turn, in bytes: less than a millisecond's work. */
const HASHED_AT_ONCE = 256 * 1024;

/** Most text of frames that is told at once, in characters; a single frame is told in any case. */
const MAX_TOLD_CHARS = 1_000_000;

const DIRECTIONS = ["to-server", "from-server"] as const;
export type FrameDirection = Frame["direction"];

const NOTES = [null, "stray", "oversized"] as const;
export type FrameNote = Frame["note"];

export interface FrameRecordOptions {
  readonly capBytes?: number;
  readonly clock?: Clock;
}

/**
 * Every frame that went between the app and one server of a conversation, the oldest forgotten first.
 * In memory alone, and as raw as it was: what is shown of it is redacted then (M14, M23). It outlives the
 * server's process.
 */
export class FrameRecord {
  readonly #pages: FramePages;
  readonly #clock: Clock;
  readonly #hashes = new Map<number, string>();
  readonly #hashing = new Set<Promise<void>>();
  #hashingBytes = 0;

  constructor({ capBytes = RECORD_BYTES, clock = systemClock }: FrameRecordOptions = {}) {
    this.#pages = new FramePages(capBytes);
    this.#clock = clock;
  }

  /** How many frames there have been, forgotten ones included. */
  get seen(): number {
    return this.#pages.seen;
  }

  /** Costs a copy; what takes longer is done later, and elsewhere. */
  add(direction: FrameDirection, frame: Buffer | string, note: FrameNote = null): void {
    const size = typeof frame === "string" ? Buffer.byteLength(frame) : frame.length;
    if (size <= WHOLE_FRAME_BYTES) return void this.#keep(direction, frame, size, note);
    const bytes = typeof frame === "string" ? Buffer.from(frame) : frame;
    const number = this.#keep(direction, bytes.subarray(0, HEAD_BYTES), size, note);
    this.#hashLater(number, bytes);
  }

  /** A line that was too long for the app: only its head is there. */
  addOversized(head: string, size: number): void {
    this.#keep("from-server", Buffer.from(head), size, "oversized");
  }

  /** What is still remembered, oldest first, with secrets hidden. */
  shown(redactor: Redactor): readonly Frame[] {
    return this.#raw().map((frame) => hidden(frame, redactor));
  }

  /** The latest frames that fit, at most so many, with secrets hidden. What is looked for is looked for in what is shown. */
  page(redactor: Redactor, filter: FrameFilter, limit: number): FramePage {
    const frames: Frame[] = [];
    let chars = 0;
    const { seen } = this;
    for (const kept of this.#pages.all().toReversed()) {
      const frame = hidden(this.#shownAs(kept), redactor);
      if (!fits(frame, filter)) continue;
      chars += frame.text.length;
      const isFull = frames.length === limit || (frames.length > 0 && chars > MAX_TOLD_CHARS);
      if (isFull) return { frames: frames.toReversed(), hasEarlier: true, seen };
      frames.push(frame);
    }
    return { frames: frames.toReversed(), hasEarlier: false, seen };
  }

  /**
   * A line of JSON for each frame that is remembered. With `secrets: "kept"` they are as raw as on the
   * wire, passwords and keys included: only for a person who was warned.
   */
  export(
    options:
      | { readonly secrets: "kept" }
      | { readonly secrets: "hidden"; readonly redactor: Redactor },
  ): string {
    const frames = options.secrets === "kept" ? this.#raw() : this.shown(options.redactor);
    return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  }

  /** Resolves when every hash is there that was under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#hashing);
  }

  #keep(direction: FrameDirection, kept: Buffer | string, size: number, note: FrameNote): number {
    const at = this.#clock();
    const facts = { size, at, direction: DIRECTIONS.indexOf(direction), note: NOTES.indexOf(note) };
    return this.#pages.add(kept, facts);
  }

  #raw(): readonly Frame[] {
    return this.#pages.all().map((frame) => this.#shownAs(frame));
  }

  #shownAs(frame: KeptFrame): Frame {
    return asShown(frame, this.#hashes.get(frame.number) ?? null);
  }

  #hashLater(number: number, bytes: Buffer): void {
    if (this.#hashingBytes + bytes.length > MAX_HASHING_BYTES) return;
    this.#hashingBytes += bytes.length;
    const hashing = hashOf(bytes).then((hash) => {
      this.#hashes.set(number, hash);
      this.#hashingBytes -= bytes.length;
      this.#hashing.delete(hashing);
      this.#forgetHashes();
    });
    this.#hashing.add(hashing);
  }

  #forgetHashes(): void {
    for (const number of this.#hashes.keys()) {
      if (number < this.#pages.firstNumber) this.#hashes.delete(number);
    }
  }
}

/**
 * After whoever waits for the frame has got it, and a piece a turn. In another thread it would cost more:
 * all of the bytes are copied for it at once.
 */
async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    await nextTurn();
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
  }
  return hash.digest("hex");
}

function asShown(
  { number, size, at, direction, note, kept }: KeptFrame,
  sha256: string | null,
): Frame {
  const text = kept.toString("utf8");
  return {
    number,
    direction: DIRECTIONS[direction] ?? "from-server",
    at,
    bytes: size,
    ...envelopeOf(text),
    note: NOTES[note] ?? null,
    text,
    isWhole: kept.length === size,
    sha256,
  };
}

function hidden({ text, ...frame }: Frame, redactor: Redactor): Frame {
  const shown = frame.isWhole ? redactor.text(text) : redactor.cutText(text);
  return { ...redactor.json(frame), text: shown };
}

function fits(frame: Frame, { direction, method, text, before }: FrameFilter): boolean {
  return (
    (direction === undefined || frame.direction === direction) &&
    (method === undefined || frame.method === method) &&
    (text === undefined || frame.text.includes(text)) &&
    (before === undefined || frame.number < before)
  );
}

/** Method and id of a frame; of one that is not whole, what its head tells before any content. */
function envelopeOf(text: string): Pick<Frame, "method" | "id"> {
  const frame = parse(text) ?? parse(headOnly(text));
  const { method, id } = (frame ?? {}) as { readonly method?: unknown; readonly id?: unknown };
  return {
    method: typeof method === "string" ? method : null,
    id: typeof id === "string" || typeof id === "number" ? id : null,
  };
}

/** The members before the first that holds others. */
function headOnly(text: string): string {
  const [start = ""] = text.split(/,?\s*"(?:params|result|error)"\s*:/, 1);
  return `${start}}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
