import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { atMost } from "../base/waiting.ts";
import { childEnvironment } from "./environment.ts";
import { textOf, type WatchLine } from "./watch-list.ts";

export interface GuardRunOptions {
  /** The Node that runs it. */
  readonly node: string;
  /** The built guard script. */
  readonly script: string;
  /** How long it may owe an answer before it counts as hung, in milliseconds. */
  readonly answerMs: number;
}

/** One run of the guard process, which answers each line with an empty one. One that gives no answer is killed. */
export class GuardRun {
  /** Resolves with why it is no guard any more: its end, or that it hangs. Never rejects. */
  readonly over: Promise<string>;

  readonly #answerMs: number;
  readonly #process: ChildProcess;
  #told = 0;
  #heard = 0;
  #onAnswer: () => void = () => {};
  #onHang: () => void = () => {};
  #patience: NodeJS.Timeout | undefined;

  /** In a group of its own, so that no signal to the app reaches it. */
  constructor({ node, script, answerMs }: GuardRunOptions) {
    this.#answerMs = answerMs;
    this.#process = spawn(node, [script], {
      detached: true,
      windowsHide: true,
      env: childEnvironment(process.env, {}),
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.over = new Promise((resolve) => {
      this.#process.once("error", (error) => resolve(error.message));
      this.#process.once("exit", (code, signal) => resolve(String(signal ?? code)));
      this.#onHang = () => resolve("it gave no answer");
    });
    void this.over.then(() => clearTimeout(this.#patience));
    this.#process.unref();
    this.#listen();
  }

  /** Whether it has ever answered, so that it can run at all. */
  get hasAnswered(): boolean {
    return this.#heard > 0;
  }

  tell(lines: readonly WatchLine[]): void {
    this.#write(textOf(lines), lines.length);
  }

  /** Whether it hears: asks it, and waits for the answer. In milliseconds. */
  async hears(withinMs: number): Promise<boolean> {
    const answer = new Promise<void>((resolve) => (this.#onAnswer = resolve));
    this.#write("\n", 1);
    return await atMost(withinMs, answer);
  }

  /** It ends by itself once its input ends; with nothing left to guard, at once. */
  end(): void {
    clearTimeout(this.#patience);
    this.#process.stdin?.end();
  }

  /** Takes also one that stands still. */
  kill(): void {
    clearTimeout(this.#patience);
    this.#process.kill("SIGKILL");
  }

  #write(text: string, lines: number): void {
    this.#told += lines;
    this.#process.stdin?.write(text);
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#patience ??= this.#afterHalf(() => {
      // The app itself may have stood still, and the answers may still be on their way.
      this.#patience = this.#afterHalf(() => this.#giveUp());
    });
  }

  #afterHalf(work: () => void): NodeJS.Timeout {
    return setTimeout(work, this.#answerMs / 2).unref();
  }

  #giveUp(): void {
    this.#onHang();
    this.kill();
  }

  /** Of a guard that is gone its end tells, and nobody is kept waiting for its answers. */
  #listen(): void {
    const { stdin, stdout } = this.#process;
    stdin?.on("error", () => {});
    stdout?.on("error", () => {});
    stdout?.on("data", (answers: Buffer) => this.#take(answers.length));
    if (stdout instanceof Socket) stdout.unref();
  }

  #take(answers: number): void {
    this.#heard += answers;
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (this.#heard < this.#told) this.#expectAnswer();
    else this.#onAnswer();
  }
}
