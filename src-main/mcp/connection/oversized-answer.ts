import type { OversizedLine } from "./line-framer.ts";
import { isWireId, type WireId } from "./own-requests.ts";
import { failureOf, INTERNAL_ERROR, type ErrorMessage } from "./read-frame.ts";

/** A line that is too long and does not go on for this long has no end that is worth a wait; in milliseconds. */
const STALL_MS = 1_000;

/** Whom an oversized line answers, as far as its two ends tell. */
export type Owner =
  | { readonly kind: "call"; readonly id: WireId }
  | { readonly kind: "nobody" }
  | { readonly kind: "unknown" };

/** The calls that have no answer yet. */
export interface Waiting {
  readonly has: (id: WireId) => boolean;
}

/** The call whose id is found in what was kept of the line, at its beginning or at its end (M13). */
export function ownerOf(line: OversizedLine, waiting: Waiting): Owner {
  const [beforeResult = ""] = line.head.split(/"(?:result|error)"\s*:/, 1);
  // A message of the server's own answers nobody.
  if (/"method"\s*:/.test(beforeResult)) return { kind: "nobody" };
  // Only before and after the result: what stands inside it may have an `id` of any kind.
  const atEnd = line.isWhole ? idsIn(line.tail).reverse() : [];
  const ids = [...idsIn(beforeResult), ...atEnd].filter(isWireId);
  const id = ids.find((candidate) => waiting.has(candidate));
  if (id !== undefined) return { kind: "call", id };
  // The answer to a call that was given up.
  return ids.length > 0 ? { kind: "nobody" } : { kind: "unknown" };
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/"id"\s*:\s*"([^"\\]*)"/g)].map(([, id = ""]) => id);
}

/** What the call gets in the place of such an answer. */
export function tooLarge(bytes: number, capBytes: number): ErrorMessage {
  const limit = `which is more than this app takes (${capBytes} bytes)`;
  return failureOf(INTERNAL_ERROR, `Message too large: ${bytes} bytes came, ${limit}.`);
}

export interface OversizedPorts {
  readonly waiting: () => Waiting;
  /** The only call that waits; null when there are none or several. */
  readonly only: () => WireId | null;
  readonly fail: (id: WireId, bytes: number) => void;
}

/**
 * Fails the call that an oversized line answers, as soon as it is known which that is (M13): by an id
 * at once, else by the line's end. A line that never ends is taken for the answer to the only call that
 * waits, once it stalls or has grown to twice the cap.
 */
export class OversizedAnswer {
  readonly #ports: OversizedPorts;
  #isSettled = false;
  #tells = 0;
  #bytes = 0;
  #stall: NodeJS.Timeout | null = null;

  constructor(ports: OversizedPorts) {
    this.#ports = ports;
  }

  tell(line: OversizedLine): void {
    this.#tells += 1;
    this.#bytes = line.bytes;
    const owner = ownerOf(line, this.#ports.waiting());
    if (owner.kind === "call") this.#fail(owner.id);
    else if (owner.kind === "nobody") this.#isSettled = true;
    else if (line.isWhole || this.#tells > 1) this.#guess();
    if (line.isWhole) this.#reset();
    else this.#stall ??= setTimeout(() => this.#guess(), STALL_MS).unref();
  }

  /** More has come, of this line or of another. */
  goesOn(): void {
    this.#stall?.refresh();
  }

  dispose(): void {
    this.#reset();
  }

  #guess(): void {
    const only = this.#ports.only();
    if (!this.#isSettled && only !== null) this.#fail(only);
  }

  #fail(id: WireId): void {
    this.#isSettled = true;
    this.#ports.fail(id, this.#bytes);
  }

  #reset(): void {
    if (this.#stall) clearTimeout(this.#stall);
    this.#stall = null;
    this.#isSettled = false;
    this.#tells = 0;
  }
}
