import { AppError } from "../base/errors.ts";
import type { ProcessExit, ProcessSpec, SupervisedProcess } from "./supervised-process.ts";
import type { Supervisor } from "./supervisor.ts";

/** What a program that ran to its end has said. */
export interface ProgramEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last lines of stderr, redacted. */
  readonly stderr: string;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Time for the whole run, in milliseconds. */
  readonly timeoutMs: number;
}

/** Answers that are waited for are a page long; more than this is none. In characters. */
const MAX_STDOUT_CHARS = 1_000_000;

/**
 * Runs a program to its end, supervised like every other child. Rejects with the signal's reason
 * once it has been ended for it, with an `AppError` `program-timed-out`, or with why it did not start.
 */
export async function runProgram(
  supervisor: Supervisor,
  spec: ProcessSpec,
  { signal, timeoutMs }: RunOptions,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const child = await supervisor.start(spec, "debug");
  child.stdin.end();
  const stdout = collect(child);
  const exit = await endOf(child, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  signal.throwIfAborted();
  if (exit.asked) throw timedOut(spec, timeoutMs);
  return { code: exit.code, stdout: stdout(), stderr: child.stderrTail().join("\n") };
}

function collect(child: SupervisedProcess): () => string {
  let text = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => (text = (text + chunk).slice(0, MAX_STDOUT_CHARS)));
  return () => text;
}

async function endOf(child: SupervisedProcess, stop: AbortSignal): Promise<ProcessExit> {
  const onStop = () => void child.stop();
  stop.addEventListener("abort", onStop, { once: true });
  if (stop.aborted) onStop();
  const exit = await child.exited;
  stop.removeEventListener("abort", onStop);
  // Who was told to end may have left others behind: they are waited for too.
  if (stop.aborted) await child.stop();
  return exit;
}

function timedOut({ name }: ProcessSpec, timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 1_000);
  return new AppError("program-timed-out", `${name} did not end within ${seconds} s.`);
}
