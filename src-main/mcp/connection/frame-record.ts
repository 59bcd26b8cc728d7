import { webcrypto } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { systemClock } from "../../base/clock.ts";
import type { Redactor } from "../../base/redactor.ts";

/** What one record holds at most, in bytes: some thousand ordinary frames, for a server of a conversation. */
export const RECORD_BYTES = 4 * 1024 * 1024;

/** A frame that is larger is kept as its head, its size and its hash, in bytes. */
export const WHOLE_FRAME_BYTES = 256 * 1024;

/** Of such a frame so much is kept, in bytes: the envelope, and what kind of content begins. */
const HEAD_BYTES = 4 * 1024;

/** What a frame costs beside its bytes, in bytes; by it a million empty frames are bounded too. */
const FRAME_COST_BYTES = 200;

/** Frames whose hash is under way keep their bytes; beyond this many bytes of them no hash is made. */
const MAX_HASHING_BYTES = 256 * 1024 * 1024;

export type FrameDirection = "to-server" | "from-server";

/** `stray`: no JSON-RPC. `oversized`: longer than the app takes. */
export type FrameNote = "stray" | "oversized";

export interface FrameFacts {
  /** Of a request or notification; null for an answer. */
  readonly method: string | null;
  readonly id: string | number | null;
  readonly note?: FrameNote;
  /** Where it is not the length of the bytes that are there. */
  readonly bytes?: number;
}

/** A frame as it may be shown. */
export interface ShownFrame {
  readonly direction: FrameDirection;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  readonly method: string | null;
  readonly id: string | number | null;
  readonly note: FrameNote | null;
  /** All of it, or its head. */
  readonly text: string;
  readonly isWhole: boolean;
  /** SHA-256 of the bytes of one that is not whole, lower-case hex; null while it is made, or where it cannot be. */
  readonly sha256: string | null;
}

interface Entry extends Omit<ShownFrame, "text" | "sha256"> {
  readonly kept: Buffer;
  sha256: string | null;
}

/**
 * Every frame that went between the app and one server of a conversation, the oldest forgotten first.
 * In memory alone, and as raw as it was: what is shown of it is redacted then (M14, M23). It outlives the
 * server's process.
 */
export class FrameRecord {
  readonly #capBytes: number;
  readonly #clock: Clock;
  readonly #hashing = new Set<Promise<void>>();
  #hashingBytes = 0;
  #entries: Entry[] = [];
  /** Entries before it are forgotten; they are cut off now and then. */
  #first = 0;
  #kept = 0;
  #seen = 0;

  constructor({ capBytes = RECORD_BYTES, clock = systemClock }: FrameRecordOptions = {}) {
    this.#capBytes = capBytes;
    this.#clock = clock;
  }

  /** How many frames there have been, forgotten ones included. */
  get seen(): number {
    return this.#seen;
  }

  /** The bytes become the record's. Costs a moment: what takes longer is done later, and elsewhere. */
  add(direction: FrameDirection, bytes: Buffer, facts: FrameFacts): void {
    const isWhole = bytes.length <= WHOLE_FRAME_BYTES && facts.note !== "oversized";
    const entry: Entry = {
      direction,
      at: this.#clock(),
      bytes: facts.bytes ?? bytes.length,
      method: facts.method,
      id: facts.id,
      note: facts.note ?? null,
      isWhole,
      kept: isWhole ? bytes : Buffer.from(bytes.subarray(0, HEAD_BYTES)),
      sha256: null,
    };
    this.#seen += 1;
    this.#entries.push(entry);
    this.#kept += costOf(entry);
    this.#forget();
    if (!isWhole && facts.note !== "oversized") this.#hashLater(entry, bytes);
  }

  /** What is still remembered, oldest first, with secrets hidden. */
  shown(redactor: Redactor): readonly ShownFrame[] {
    return this.#remembered().map((entry) => show(entry, redactor));
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
    const frames =
      options.secrets === "kept" ? this.#remembered().map(raw) : this.shown(options.redactor);
    return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  }

  /** Resolves when every hash is there that was under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#hashing);
  }

  #remembered(): readonly Entry[] {
    return this.#entries.slice(this.#first);
  }

  #forget(): void {
    // The newest stays, whatever its size.
    while (this.#kept > this.#capBytes && this.#first < this.#entries.length - 1) {
      const oldest = this.#entries[this.#first];
      if (oldest) this.#kept -= costOf(oldest);
      this.#first += 1;
    }
    if (this.#first <= this.#entries.length / 2) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }

  /** After whoever waits for the frame has got it, and in another thread. */
  #hashLater(entry: Entry, bytes: Buffer): void {
    if (this.#hashingBytes + bytes.length > MAX_HASHING_BYTES) return;
    this.#hashingBytes += bytes.length;
    const hashing = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => webcrypto.subtle.digest("SHA-256", bytes))
      .then((digest) => {
        entry.sha256 = Buffer.from(digest).toString("hex");
        this.#hashingBytes -= bytes.length;
        this.#hashing.delete(hashing);
      });
    this.#hashing.add(hashing);
  }
}

export interface FrameRecordOptions {
  readonly capBytes?: number;
  readonly clock?: Clock;
}

function costOf({ kept }: Entry): number {
  return kept.length + FRAME_COST_BYTES;
}

function raw(entry: Entry): ShownFrame {
  const { kept, ...facts } = entry;
  return { ...facts, text: kept.toString("utf8") };
}

function show(entry: Entry, redactor: Redactor): ShownFrame {
  const { text, ...frame } = raw(entry);
  const shown = entry.isWhole ? redactor.text(text) : redactor.cutText(text);
  return { ...redactor.json(frame), text: shown };
}
