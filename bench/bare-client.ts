import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";

const NEWLINE = 0x0a;

/** The floor: an MCP server driven by hand over its pipes, with nothing between. */
export class BareClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;
  #parts: Buffer[] = [];

  constructor(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(command, [...args], { cwd, env, stdio: "pipe" });
    this.#child.stderr.resume();
    this.#child.stdout.on("data", (chunk: Buffer) => this.#cut(chunk));
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

  #cut(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#parts.push(chunk.subarray(from, end));
      this.#take(Buffer.concat(this.#parts).toString());
      this.#parts = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
  }

  #take(line: string): void {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
    if (id === undefined) return;
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
