import { mkdir } from "node:fs/promises";
import type { SetUpPhase } from "../../src-preload/model/settings.ts";
import { AppError } from "../base/errors.ts";
import type { Archive } from "./archive-server.ts";
import type { BrowserFolder } from "./browser-folder.ts";
import { checkBrowser } from "./check-browser.ts";
import { requireSpace } from "./disk-space.ts";
import { download, type DownloadTimes } from "./download.ts";
import { versionIn, type PlannedDownload } from "./download-plan.ts";
import { forgetOthers, PartFile } from "./part-file.ts";
import type { PlaywrightInstaller } from "./playwright-installer.ts";
import type { Fetch, FreeBytes, RunProgram } from "./ports.ts";

/**
 * What is told before the server has said it, in bytes: archives of the last versions have between
 * 160 and 190 MB.
 */
export const ESTIMATED_DOWNLOAD_BYTES = 180_000_000;

export interface SetUpProgress {
  readonly phase: SetUpPhase;
  readonly bytes: number;
  /** Null while the server has not said it. */
  readonly totalBytes: number | null;
}

export interface ChromiumSetUp {
  readonly folder: BrowserFolder;
  readonly installer: PlaywrightInstaller;
  readonly run: RunProgram;
  readonly fetch: Fetch;
  readonly freeBytes: FreeBytes;
  readonly times: DownloadTimes;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SetUpProgress) => void;
}

/** What is wrong with the bytes themselves: getting them again is the way out. */
const BAD_DOWNLOAD = [
  "archive-broken",
  "browser-outside",
  "browser-does-not-start",
  "browser-is-another",
];

/**
 * Gets, unpacks, tries and then places Playwright's Chromium. Rejects with an `AppError` or the
 * signal's reason; nothing counts as installed then, and good downloads are kept for the next time.
 */
export async function installChromium(setUp: ChromiumSetUp): Promise<void> {
  const { folder, installer, signal } = setUp;
  const plan = await installer.plan(signal);
  await mkdir(folder.downloads, { recursive: true });
  const parts = plan.map(({ title }) => new PartFile(folder.downloads, title));
  forgetOthers(folder.downloads, parts);
  const archives = await downloadAll(setUp, plan, parts);
  try {
    await unpackAndTry(setUp, plan, archives);
  } catch (error) {
    if (isBadDownload(error)) for (const part of parts) part.remove();
    throw error;
  }
  await folder.tidyAside();
}

function isBadDownload(error: unknown): boolean {
  return error instanceof AppError && BAD_DOWNLOAD.includes(error.code);
}

async function downloadAll(
  setUp: ChromiumSetUp,
  plan: readonly PlannedDownload[],
  parts: readonly PartFile[],
): Promise<readonly Archive[]> {
  const archives: Archive[] = [];
  let before = 0;
  for (const [index, { urls }] of plan.entries()) {
    const part = parts[index];
    if (!part) continue;
    await downloadOne(setUp, urls, part, before);
    before += part.bytes;
    archives.push({ file: part.whole, urls });
  }
  return archives;
}

/** `before` is what the archives before this one had, in bytes. */
async function downloadOne(
  { fetch, times, signal, folder, freeBytes, onProgress }: ChromiumSetUp,
  urls: readonly string[],
  part: PartFile,
  before: number,
): Promise<void> {
  let total: number | null = null;
  const tell = (bytes: number) =>
    onProgress({
      phase: "downloading",
      bytes: before + bytes,
      totalBytes: total === null ? null : before + total,
    });
  tell(part.bytes);
  await download({
    urls,
    part,
    fetch,
    times,
    signal,
    onSize: async (totalBytes) => {
      total = totalBytes;
      const archive = { totalBytes: totalBytes ?? ESTIMATED_DOWNLOAD_BYTES, keptBytes: part.bytes };
      await requireSpace(folder.downloads, archive, freeBytes);
      tell(part.bytes);
    },
    onBytes: tell,
  });
}

async function unpackAndTry(
  { folder, installer, run, signal, onProgress }: ChromiumSetUp,
  plan: readonly PlannedDownload[],
  archives: readonly Archive[],
): Promise<void> {
  const enter = (phase: SetUpPhase) => onProgress({ phase, bytes: 0, totalBytes: null });
  enter("unpacking");
  await folder.clearSide();
  await installer.unpack(archives, folder.side, signal);
  enter("checking");
  const executable = await installer.executableIn(folder.side, signal);
  await folder.checkSide(executable);
  const version = plan.map(({ title }) => versionIn(title)).find((each) => each !== null) ?? null;
  await checkBrowser({ executable, version, scratch: folder.side, run, signal });
  signal.throwIfAborted();
  await folder.takeIntoUse(executable);
}
