import { spawn, type ChildProcess } from "node:child_process";
import type { Disposable } from "../base/disposable.ts";
import { childEnvironment } from "./environment.ts";
import type { GuardLine } from "./guard-process.ts";
import type { SupervisedProcess } from "./supervised-process.ts";

/** The app's end of the guard process: tells it whom to end when the app is gone (M20). */
export class Guard implements Disposable {
  readonly #process: ChildProcess;

  /** Starts it with the given Node, in a group of its own, so that no signal to the app reaches it. */
  constructor(node: string, script: string) {
    this.#process = spawn(node, [script], {
      detached: true,
      windowsHide: true,
      env: childEnvironment(process.env, {}),
      stdio: ["pipe", "ignore", "ignore"],
    });
    // A guard that is gone cannot be told anything; the servers then only have their own manners.
    this.#process.on("error", () => {});
    this.#process.stdin?.on("error", () => {});
    this.#process.unref();
  }

  watch(child: SupervisedProcess): void {
    this.#tell({ add: { id: child.id, mark: child.mark } });
    void child.gone.then(() => this.#tell({ remove: child.mark }));
  }

  /** The folder is removed when the app is gone without having done it. */
  watchFolder(folder: string): void {
    this.#tell({ addFolder: folder });
  }

  forgetFolder(folder: string): void {
    this.#tell({ removeFolder: folder });
  }

  /** The guard ends by itself once its input ends; with nothing left to guard, at once. */
  dispose(): void {
    this.#process.stdin?.end();
  }

  #tell(line: GuardLine): void {
    this.#process.stdin?.write(`${JSON.stringify(line)}\n`);
  }
}
