/** What is written before the bytes of each frame, in bytes: length, size on the wire, time, direction, note. */
const HEADER_BYTES = 4 + 4 + 8 + 1 + 1;

/** A page that is full is left alone until it is forgotten as a whole, in bytes. */
const PAGE_BYTES = 64 * 1024;

export interface KeptFrame {
  /** Counted from the first frame that ever was. */
  readonly number: number;
  /** As it was on the wire, in bytes; of what is kept, see `kept`. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly direction: number;
  readonly note: number;
  readonly kept: Buffer;
}

interface Page {
  readonly memory: Buffer;
  readonly firstNumber: number;
  frames: number;
  used: number;
}

/**
 * A ring of frames, bounded by its bytes. They are copied into pages, so that ten thousand of them are a
 * few dozen objects: as objects of their own they would keep the garbage collector busier than the calls.
 */
export class FramePages {
  readonly #capBytes: number;
  #pages: Page[] = [];
  #bytes = 0;
  #seen = 0;

  constructor(capBytes: number) {
    this.#capBytes = capBytes;
  }

  /** How many frames there have been, forgotten ones included. */
  get seen(): number {
    return this.#seen;
  }

  /** Numbers below this are forgotten. */
  get firstNumber(): number {
    return this.#pages[0]?.firstNumber ?? this.#seen;
  }

  /** Returns the frame's number. A text is kept as a whole: its size is what it takes in UTF-8. */
  add(kept: Buffer | string, facts: Omit<KeptFrame, "number" | "kept">): number {
    const length = typeof kept === "string" ? facts.size : kept.length;
    const page = this.#pageFor(HEADER_BYTES + length);
    const { memory, used } = page;
    memory.writeUInt32LE(length, used);
    memory.writeUInt32LE(facts.size, used + 4);
    memory.writeDoubleLE(facts.at, used + 8);
    memory[used + 16] = facts.direction;
    memory[used + 17] = facts.note;
    if (typeof kept === "string") memory.write(kept, used + HEADER_BYTES);
    else kept.copy(memory, used + HEADER_BYTES);
    page.used += HEADER_BYTES + length;
    page.frames += 1;
    this.#seen += 1;
    return this.#seen - 1;
  }

  /** All that is remembered, oldest first. */
  all(): readonly KeptFrame[] {
    return this.#pages.flatMap(framesOf);
  }

  #pageFor(bytes: number): Page {
    const last = this.#pages.at(-1);
    if (last && last.memory.length - last.used >= bytes) return last;
    const memory = this.#memoryFor(Math.max(PAGE_BYTES, bytes));
    this.#bytes += memory.length;
    const page: Page = { memory, firstNumber: this.#seen, frames: 0, used: 0 };
    this.#pages.push(page);
    return page;
  }

  /** That of the oldest page, where it has the size: memory that is asked for again and again is dear. */
  #memoryFor(bytes: number): Buffer {
    let free: Buffer | undefined;
    // The newest page comes in any case, whatever its size.
    while (this.#pages.length > 0 && this.#bytes + bytes > this.#capBytes) {
      free = this.#pages.shift()?.memory;
      this.#bytes -= free?.length ?? 0;
    }
    return free?.length === bytes ? free : Buffer.allocUnsafeSlow(bytes);
  }
}

function framesOf({ memory, firstNumber, frames }: Page): readonly KeptFrame[] {
  let at = 0;
  return Array.from({ length: frames }, (_, index) => {
    const frame = frameAt(memory, at, firstNumber + index);
    at += HEADER_BYTES + frame.kept.length;
    return frame;
  });
}

function frameAt(memory: Buffer, at: number, number: number): KeptFrame {
  const start = at + HEADER_BYTES;
  return {
    number,
    size: memory.readUInt32LE(at + 4),
    at: memory.readDoubleLE(at + 8),
    direction: memory[at + 16] ?? 0,
    note: memory[at + 17] ?? 0,
    kept: memory.subarray(start, start + memory.readUInt32LE(at)),
  };
}
