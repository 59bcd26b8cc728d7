import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { build } from "vite";

const outFolder = path.resolve(import.meta.dirname, "../../test-results/child-programs");
const built = new Map<string, Promise<string>>();

/** A TypeScript file as a program that the Node of the tests runs; it reads its own arguments. */
export function childProgram(file: string): Promise<string> {
  const known = built.get(file);
  if (known) return known;
  const name = path.basename(file, ".ts");
  const program = bundle(file, path.join(outFolder, `${name}-${process.pid}`), name);
  built.set(file, program);
  return program;
}

async function bundle(file: string, folder: string, name: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: file,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        external: ["@photostructure/sqlite"],
        output: { entryFileNames: `${name}.mjs` },
      },
    },
    ssr: { noExternal: true },
  });
  return path.join(folder, `${name}.mjs`);
}

export interface RunningChild {
  readonly child: ChildProcess;
  /** Its lines on standard output, as they come. */
  readonly lines: AsyncIterable<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Put before the program, as `strace`. */
  readonly before?: readonly string[];
}

/** Starts a built program; it is killed with the test if it still runs. */
export function startChild(
  program: string,
  args: readonly string[],
  { env, before = [] }: ChildOptions = {},
): RunningChild {
  const [command = process.execPath, ...rest] = [...before, process.execPath, program, ...args];
  const child = spawn(command, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  return { child, lines: createInterface({ input: child.stdout }), ended };
}

/** Runs a built program to its end; returns its lines and how it ended. */
export async function runChild(
  program: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<{
  readonly lines: readonly string[];
  readonly code: number | null;
  readonly signal: string | null;
}> {
  const running = startChild(program, args, options);
  const lines: string[] = [];
  for await (const line of running.lines) lines.push(line);
  return { lines, ...(await running.ended) };
}
