import { AppError } from "../base/errors.ts";

/** One archive that the pinned Playwright wants, and where it may be had, best first. */
export interface PlannedDownload {
  /** With version and build, as its installer names it. */
  readonly title: string;
  readonly urls: readonly string[];
}

/** A place on this machine alone, where nobody listens in. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Reads what Playwright's installer prints for `--dry-run`: a title a block, then its addresses.
 * Throws an `AppError` `set-up-plan-unreadable` when there is none, `set-up-address-refused` for an
 * address that anybody on the way could answer.
 */
export function readPlan(printed: string): readonly PlannedDownload[] {
  const plan = printed
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map(readBlock)
    .filter(({ urls }) => urls.length > 0);
  if (plan.length === 0) {
    throw new AppError(
      "set-up-plan-unreadable",
      "Playwright has no Chromium for this system. Choose an installed Chrome, Chromium or Edge instead.",
    );
  }
  plan.flatMap(({ urls }) => urls).forEach(refuseUnprotected);
  return plan;
}

/** The browser's version in a title, such as 155.0.8059.12; null where it has none. */
export function versionIn(title: string): string | null {
  return /\d+(?:\.\d+){3}/.exec(title)?.[0] ?? null;
}

function readBlock(block: string): PlannedDownload {
  const [title = "", ...lines] = block.split(/\r?\n/);
  const urls = lines.flatMap((line) => /^\s*Download [^:]*:\s*(\S+)\s*$/.exec(line)?.[1] ?? []);
  return { title: title.trim(), urls };
}

/** Nothing but the encrypted connection vouches for what is downloaded. */
function refuseUnprotected(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return;
  if (protocol === "http:" && LOOPBACK.includes(hostname)) return;
  throw new AppError(
    "set-up-address-refused",
    `Chromium is not downloaded from ${hostname}: the connection would not be encrypted. Use an https address in PLAYWRIGHT_DOWNLOAD_HOST.`,
  );
}
