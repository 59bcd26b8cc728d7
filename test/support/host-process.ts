import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { hardToEnd, type StubbornKind } from "../fixtures/stubborn/kinds.ts";
import { guardOf, isRunning, processesWith } from "./processes.ts";

const script = path.resolve(import.meta.dirname, "../fixtures/stubborn/host.mjs");

/** What servers may take to be all there, in milliseconds. */
const UP_MS = 10_000;

/** A stand-in for the app, in a process of its own that can be killed; ended with the test. */
export class HostProcess {
  readonly pid: number;
  readonly #data: string;
  readonly #gone: Promise<unknown>;

  private constructor(pid: number, data: string, gone: Promise<unknown>) {
    this.pid = pid;
    this.#data = data;
    this.#gone = gone;
  }

  /** Resolves once a server of each kind runs and is what its name says. */
  static async start(data: string, kinds: readonly StubbornKind[]): Promise<HostProcess> {
    const child = spawn(process.execPath, [script, data, ...kinds], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const host = new HostProcess(child.pid ?? 0, data, once(child, "exit"));
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await host.#gone;
    });
    await once(child.stdout, "data");
    await vi.waitFor(() => kinds.forEach((kind) => host.#expectRunning(kind)), UP_MS);
    return host;
  }

  /** What it has started, the guard left out. */
  servers(): readonly { pid: number; command: string }[] {
    return processesWith(`STUBBORN_FOLDER=${this.#data}`);
  }

  /** Null while there is none. */
  guard(): number | null {
    return guardOf(this.pid);
  }

  async kill(): Promise<void> {
    process.kill(this.pid, "SIGKILL");
    await this.#gone;
  }

  /** Both at once: nobody is left who could end anything. */
  async killWithGuard(): Promise<void> {
    // It stands still meanwhile, so that it starts no new guard.
    process.kill(this.pid, "SIGSTOP");
    const guard = this.guard() ?? 0;
    process.kill(guard, "SIGKILL");
    await vi.waitFor(() => {
      if (isRunning(guard)) throw new Error("The guard still runs.");
    });
    await this.kill();
  }

  #expectRunning(kind: StubbornKind): void {
    const is = ({ command }: { command: string }) => command.trim().endsWith(hardToEnd[kind]);
    if (!this.servers().some(is)) throw new Error(`Nothing of the kind ${kind} runs.`);
  }
}
