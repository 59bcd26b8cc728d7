import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { statSync } from "node:fs";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { AppError } from "../base/errors.ts";
import { atMost } from "../base/waiting.ts";
import type { Redactor } from "../base/redactor.ts";
import { allGone, merge } from "./end-trees.ts";
import type { Environment } from "./environment.ts";
import { MARK_VARIABLE, type ProcessId } from "./process-id.ts";
import { identify, processTree, stillAlive } from "./process-tree.ts";
import { signalTree } from "./signal-tree.ts";
import { startFailure } from "./start-failure.ts";
import { StderrLog } from "./stderr-log.ts";
import { endWindowsStrays } from "./windows-strays.ts";
import { spawnable } from "./windows-command.ts";

/** How long each step of the stop ladder waits before the next, in milliseconds (M20). */
export interface StopGraces {
  /** After stdin was closed. */
  readonly afterStdinEnd: number;
  /** After SIGTERM. */
  readonly afterTerm: number;
}

export interface ProcessSpec {
  /** For the log and for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly graces: StopGraces;
  /** Whom it serves; absent, no conversation. */
  readonly owner?: { readonly conversationId: string };
  /** What it and all that it starts may hold, in bytes; absent, the usual limit. */
  readonly memoryLimitBytes?: number;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether the app asked for it. */
  readonly asked: boolean;
}

export type ProcessState = "running" | "stdin-ended" | "terminating" | "killed" | "exited";

/**
 * What a dead leader left behind gets, in milliseconds: time enough to notice by itself, as a browser does
 * in a tenth of a second, and not so much that the next start has to wait for it.
 */
const LEFTOVER_GRACES: StopGraces = { afterStdinEnd: 1_500, afterTerm: 1_000 };

/** How long killed processes may take to be gone, in milliseconds. */
const KILL_MS = 1_000;

/** How often that is looked at, and who has been started meanwhile is killed too: one may fork while it is listed. */
const KILL_ROUNDS = 4;

/** The start of a process that had ended before it could be looked at: no other one has it. */
const ENDED_AT_ONCE = "ended at once";

/** For one that is ended for what it did: it may put in order what takes a moment. In milliseconds. */
const OFFENDER_GRACES: StopGraces = { afterStdinEnd: 1_000, afterTerm: 1_000 };

/** How long what is still in the pipes may take to arrive after the exit, in milliseconds. */
const DRAIN_MS = 250;

/**
 * One child in a group of its own, with only stdin, stdout and stderr, without a shell (M17).
 * Its end is taken from `exit`: a grandchild may hold the pipes open for ever.
 */
export class SupervisedProcess {
  readonly name: string;
  /** By it descendants are known that left tree and group; `NAME=value` as in their environment. */
  readonly mark: string;
  /** Resolves once it has ended and what it wrote has been read. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves once nothing of it runs any more: whom it left behind is ended too. Never rejects. */
  readonly gone: Promise<ProcessExit>;

  #id: ProcessId;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #graces: StopGraces;
  readonly #stderr: StderrLog;
  #state: ProcessState = "running";
  #asked = false;
  #endedFor: AppError | null = null;
  #stopping: Promise<ProcessExit> | null = null;
  #force: () => void = () => {};

  private constructor(
    child: ChildProcessWithoutNullStreams,
    id: ProcessId,
    spec: ProcessSpec,
    mark: string,
    stderr: StderrLog,
  ) {
    this.#child = child;
    this.#graces = spec.graces;
    this.#stderr = stderr;
    this.name = spec.name;
    this.#id = id;
    this.mark = mark;
    this.exited = this.#watchExit();
    this.gone = this.exited.then(() => this.#climbDown(leftoverGraces(this.#graces)));
    // A write to a child that is gone must not end the app; its exit is told anyway.
    child.stdin.on("error", () => {});
    child.stdout.on("error", () => {});
  }

  /** Starts it. Throws an `AppError` (`folder-not-found`, those of {@link spawnable} and of {@link startFailure}). */
  static async start(
    spec: ProcessSpec,
    id: string,
    redactor: Redactor,
    onStderrLine: (line: string) => void,
  ): Promise<SupervisedProcess> {
    if (!statSync(spec.cwd, { throwIfNoEntry: false })?.isDirectory()) {
      throw new AppError(
        "folder-not-found",
        `The folder in which "${spec.name}" is to run does not exist: ${spec.cwd}`,
      );
    }
    const child = spawnChild(spec, id);
    const failed = await spawnFailure(child);
    if (failed || child.pid === undefined) throw startFailure(spec, failed?.code ?? null);
    const stderr = new StderrLog(child.stderr, redactor, onStderrLine);
    const identity = identify(child.pid) ?? { pid: child.pid, startedAt: ENDED_AT_ONCE };
    return new SupervisedProcess(child, identity, spec, markOf(id), stderr);
  }

  get id(): ProcessId {
    return this.#id;
  }

  get pid(): number {
    return this.#id.pid;
  }

  /**
   * Tells when it was started, where the system did not at once (Windows). Taken only while it runs: until
   * its end is noticed no other process has its pid. Whether it was.
   */
  learnStart(startedAt: string): boolean {
    if (this.#state === "exited") return false;
    this.#id = { pid: this.pid, startedAt };
    return true;
  }

  get state(): ProcessState {
    return this.#state;
  }

  /** Whether the app has asked it to end. */
  get asked(): boolean {
    return this.#asked;
  }

  /** Which limit it broke, so that it was ended without anybody's asking; null when it broke none. */
  get endedFor(): AppError | null {
    return this.#endedFor;
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  /** The last 20 lines of stderr, redacted. */
  stderrTail(): readonly string[] {
    return this.#stderr.tail();
  }

  /** How it ended, if it does so within this time; null while it still runs then. In milliseconds. */
  async exitWithin(ms: number): Promise<ProcessExit | null> {
    return (await atMost(ms, this.exited)) ? await this.exited : null;
  }

  /** It and everything that it started, as far as it still runs. */
  tree(): readonly ProcessId[] {
    return this.#without(processTree(this.id, this.mark));
  }

  /**
   * The stop ladder (M20): stdin is closed, then SIGTERM, then SIGKILL to the whole tree, each after
   * its grace. Resolves when nothing of it runs any more. A second call kills.
   */
  stop(graces: StopGraces = this.#graces): Promise<ProcessExit> {
    if (this.#asked) return this.kill();
    this.#asked = true;
    return this.#climbDown(graces);
  }

  /** Goes to the last step of the ladder at once. */
  kill(): Promise<ProcessExit> {
    this.#asked = true;
    const down = this.#climbDown(this.#graces);
    this.#force();
    return down;
  }

  /** Ends it for having broken a limit; the reason becomes its last line. What is on its way down goes on. */
  async endFor(reason: AppError): Promise<void> {
    if (this.#stopping || this.#state === "exited") return;
    this.#endedFor = reason;
    this.#stderr.note(reason.message);
    await this.#climbDown(OFFENDER_GRACES);
  }

  /** The way down is the same for all who want it, and is gone once. */
  #climbDown(graces: StopGraces): Promise<ProcessExit> {
    this.#stopping ??= this.#endAll(graces);
    return this.#stopping;
  }

  async #endAll(graces: StopGraces): Promise<ProcessExit> {
    await this.#stepDown(graces);
    const exit = await this.exited;
    await endWindowsStrays(this.id);
    return exit;
  }

  async #stepDown(graces: StopGraces): Promise<void> {
    const forced = new Promise<void>((resolve) => (this.#force = resolve));
    // Listed before the first step: what leaves the tree on the way down is still known.
    let tree = this.tree();
    if (tree.length === 0) return;
    const lookAgain = () => (tree = merge(this.#without(stillAlive(tree)), this.tree()));

    this.#enter("stdin-ended");
    this.#child.stdin.end();
    await Promise.race([allGone(tree, graces.afterStdinEnd), forced]);

    if (lookAgain().length > 0) {
      this.#enter("terminating");
      signalTree(tree, "SIGTERM");
      await Promise.race([allGone(tree, graces.afterTerm), forced]);
    }
    for (let round = 0; round < KILL_ROUNDS && lookAgain().length > 0; round += 1) {
      this.#enter("killed");
      signalTree(tree, "SIGKILL");
      await allGone(tree, KILL_MS / KILL_ROUNDS);
    }
  }

  /** Once its end was noticed its pid may be another's, which not every system would tell. */
  #without(tree: readonly ProcessId[]): readonly ProcessId[] {
    return this.#state === "exited" ? tree.filter(({ pid }) => pid !== this.pid) : tree;
  }

  #enter(state: ProcessState): void {
    if (this.#state !== "exited") this.#state = state;
  }

  async #watchExit(): Promise<ProcessExit> {
    const [code, signal] = (await once(this.#child, "exit")) as [number | null, string | null];
    const exit = { code, signal, asked: this.#asked };
    this.#state = "exited";
    await Promise.race([this.#drained(), delay(DRAIN_MS)]);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    return exit;
  }

  async #drained(): Promise<void> {
    const open = [this.#child.stdout, this.#child.stderr].filter((stream) => !stream.readableEnded);
    await Promise.all(open.map((stream) => once(stream, "close").catch(() => {})));
  }
}

/** The mark of the child with this id. */
export const markOf = (id: string): string => `${MARK_VARIABLE}=${id}`;

/** Node tells of most failures by an event, of arguments that no system call takes by throwing. */
function spawnChild(spec: ProcessSpec, id: string): ChildProcessWithoutNullStreams {
  try {
    const { file, args, windowsVerbatimArguments } = spawnable(spec);
    return spawn(file, [...args], {
      windowsVerbatimArguments,
      cwd: spec.cwd,
      env: { ...spec.env, [MARK_VARIABLE]: id },
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw startFailure(spec, (error as NodeJS.ErrnoException).code ?? null);
  }
}

/** Null when it runs. To be asked before anything else: a child that could not be made has no streams. */
async function spawnFailure(
  child: ChildProcessWithoutNullStreams,
): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(null));
    child.once("error", resolve);
  });
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function leftoverGraces({ afterStdinEnd, afterTerm }: StopGraces): StopGraces {
  return {
    afterStdinEnd: Math.min(afterStdinEnd, LEFTOVER_GRACES.afterStdinEnd),
    afterTerm: Math.min(afterTerm, LEFTOVER_GRACES.afterTerm),
  };
}
