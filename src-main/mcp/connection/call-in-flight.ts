import { newWireId, type AsSent, type OwnCall } from "./own-requests.ts";
import { ProgressGate } from "./progress-gate.ts";

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Without an answer or progress for this long the call has timed out. */
  readonly timeoutMs: number;
  readonly onProgress?: (text: string) => void;
}

/** However often progress is told, a call ends after this many times its timeout (M10). */
const TOTAL_TIMEOUT_FACTOR = 10;

/** One request from its going out to its end: how long it may still take, and its progress (M10). */
export class CallInFlight implements OwnCall {
  readonly id = newWireId();
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly #onProgress: CallOptions["onProgress"];
  readonly #startedAt = performance.now();
  #heardAt = this.#startedAt;
  #gate: ProgressGate | null = null;

  constructor({ signal, timeoutMs, onProgress }: CallOptions) {
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#onProgress = onProgress;
  }

  /** When it has timed out, if nothing more is heard of it; on the clock of `performance`. */
  get expiresAt(): number {
    const quiet = this.#heardAt + this.timeoutMs;
    return Math.min(quiet, this.#startedAt + this.timeoutMs * TOTAL_TIMEOUT_FACTOR);
  }

  progressed(params: AsSent): void {
    this.#heardAt = performance.now();
    this.#gate ??= new ProgressGate((text) => this.#onProgress?.(text));
    this.#gate.add(describeProgress(params));
  }

  /** Tells what progress was held back; to be called before its result is. */
  end(): void {
    this.#gate?.flush();
  }
}

/** Whatever a server takes for progress. */
function describeProgress({ progress, total, message }: AsSent): string {
  if (typeof message === "string" && message !== "") return message;
  const done = JSON.stringify(progress) ?? "";
  return total === undefined || total === null ? done : `${done} of ${JSON.stringify(total)}`;
}
