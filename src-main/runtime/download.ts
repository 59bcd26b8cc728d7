import type { FileHandle } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../base/errors.ts";
import { diskFull, isDiskFull } from "./disk-space.ts";
import { AnswerRefused, CutOff, downloadFailure, Stalled } from "./download-failure.ts";
import type { PartFile } from "./part-file.ts";
import type { Fetch } from "./ports.ts";

/** Times of a download, in milliseconds. There is none for the whole: a slow line may take its hours. */
export interface DownloadTimes {
  /** A connection that sends nothing for this long is taken for dead. */
  readonly stall: number;
  /** Before the same server is asked again. */
  readonly retryPause: number;
}

export const downloadTimes: DownloadTimes = { stall: 30_000, retryPause: 1_000 };

/** Times in a row that a server may fail without having sent a byte, before the next is asked. */
const FRUITLESS_TRIES = 3;

export interface DownloadOptions {
  readonly urls: readonly string[];
  readonly part: PartFile;
  readonly fetch: Fetch;
  readonly times: DownloadTimes;
  readonly signal: AbortSignal;
  /** Told before the first byte; what it throws ends the download. Null where the server does not say. */
  readonly onSize: (totalBytes: number | null) => Promise<void>;
  /** Told after each piece. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Gets the file from the first server that has it, going on where an earlier download ended.
 * Rejects with the signal's reason, with what `onSize` threw, or with an `AppError` for the person;
 * what has come by then is kept.
 */
export async function download(options: DownloadOptions): Promise<void> {
  let failure: AppError | null = null;
  for (const url of options.urls) {
    if (options.part.isWhole) return;
    try {
      return await downloadFrom(url, options);
    } catch (error) {
      if (isFinal(error, options)) throw error;
      failure = downloadFailure(url, error);
    }
  }
  if (failure) throw failure;
}

async function downloadFrom(url: string, options: DownloadOptions): Promise<void> {
  for (let fruitless = 0; ;) {
    const before = options.part.bytes;
    try {
      return await attempt(url, options);
    } catch (error) {
      if (isFinal(error, options) || error instanceof AnswerRefused) throw error;
      fruitless = options.part.bytes > before ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS_TRIES) throw error;
      await pause(options.times.retryPause, undefined, { signal: options.signal });
    }
  }
}

/** What no other try would mend. */
function isFinal(error: unknown, { signal }: DownloadOptions): boolean {
  return signal.aborted || error instanceof AppError;
}

async function attempt(url: string, options: DownloadOptions): Promise<void> {
  const stall = new StallWatch(options.times.stall);
  const signal = AbortSignal.any([options.signal, stall.signal]);
  try {
    const response = await options.fetch(url, {
      headers: resumeHeaders(url, options.part),
      signal,
    });
    await take(response, url, options, stall, signal);
  } catch (error) {
    options.signal.throwIfAborted();
    if (stall.signal.aborted) throw stall.signal.reason;
    throw isDiskFull(error) ? diskFull(null, 0) : error;
  } finally {
    stall.end();
  }
}

/** Nothing to resume without knowing what the part is of. `Range` alone where the server is another. */
function resumeHeaders(url: string, part: PartFile): Record<string, string> {
  const origin = part.origin();
  if (part.bytes === 0 || !origin) return {};
  const isSame = origin.url === url && origin.validator !== null;
  return {
    Range: `bytes=${part.bytes}-`,
    ...(isSame && origin.validator !== null ? { "If-Range": origin.validator } : {}),
  };
}

async function take(
  response: Response,
  url: string,
  options: DownloadOptions,
  stall: StallWatch,
  signal: AbortSignal,
): Promise<void> {
  const { part } = options;
  const goesOn = continues(response, part);
  if (!goesOn && response.status !== 200) {
    await response.body?.cancel();
    throw cannotGoOn(response, part);
  }
  const total = goesOn ? (part.origin()?.total ?? null) : lengthOf(response);
  await options.onSize(total);
  const file = goesOn
    ? await part.append()
    : await part.begin({ url, validator: validatorOf(response), total });
  try {
    await write(response, file, options, stall, signal);
  } finally {
    await file.close();
  }
  if (total !== null && part.bytes !== total) throw new CutOff();
  await part.finish();
}

/** A part that the server cannot go on with is of no use any more; without it, its answer is a refusal. */
function cannotGoOn({ status }: Response, part: PartFile): Error {
  const isAboutThePart = (status === 206 || status === 416) && part.bytes > 0;
  if (!isAboutThePart) return new AnswerRefused(status);
  part.remove();
  return new CutOff();
}

/** Whether it sends just what is missing of a file of the same size. */
function continues(response: Response, part: PartFile): boolean {
  if (response.status !== 206 || part.bytes === 0) return false;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const total = part.origin()?.total ?? null;
  return Number(range?.[1]) === part.bytes && Number(range?.[2]) === total;
}

async function write(
  response: Response,
  file: FileHandle,
  { part, onBytes }: DownloadOptions,
  stall: StallWatch,
  signal: AbortSignal,
): Promise<void> {
  let bytes = part.bytes;
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal);
      if (done) return;
      stall.live();
      await file.writeFile(value);
      bytes += value.length;
      onBytes(bytes);
    }
  } finally {
    // The connection goes with it; that it is gone already is no matter.
    void reader.cancel().catch(() => {});
  }
}

/** Not every body notices that its request was aborted. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function lengthOf({ headers }: Response): number | null {
  const length = Number(headers.get("content-length"));
  return length > 0 && headers.get("content-encoding") === null ? length : null;
}

/** A weak tag does not promise the same bytes. */
function validatorOf({ headers }: Response): string | null {
  const tag = headers.get("etag");
  return tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified");
}

/** Aborts its signal when nothing has come for the time. */
class StallWatch {
  readonly #abort = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#ms = ms;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  live(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#abort.abort(new Stalled(this.#ms)), this.#ms);
  }
}
