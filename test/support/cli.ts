import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";

export const cli = path.resolve(import.meta.dirname, "../../dist/main/cli.js");

export interface CliResult {
  readonly code: number | null;
  /** Each line of stdout, parsed. */
  readonly lines: readonly CliLine[];
  readonly stderr: string;
}

export type CliLine = Readonly<Record<string, unknown>>;

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the running process, before anything is awaited. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the built command line to its end. */
export async function cliRun(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  options.onStart?.(child);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { code, stderr, lines: lines.map((line) => JSON.parse(line) as CliLine) };
}

export interface PrintedPicture {
  readonly type: string;
  readonly mimeType: string;
  readonly file: string;
  readonly bytes: number;
}

/** The first picture among the blocks of a result. */
export function pictureOf(line: CliLine | undefined): PrintedPicture | undefined {
  const content = (line?.["content"] ?? []) as readonly PrintedPicture[];
  return content.find(({ type }) => type === "image");
}
