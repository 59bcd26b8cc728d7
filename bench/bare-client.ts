import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The floor: an MCP server driven by hand over its pipes, with nothing between. */
export class BareClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;

  constructor(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(command, [...args], { cwd, env, stdio: "pipe" });
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(line));
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "0" };
    await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo,
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#send({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }

  #take(line: string): void {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
    if (id !== undefined) this.#waiting.get(id)?.(result);
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
