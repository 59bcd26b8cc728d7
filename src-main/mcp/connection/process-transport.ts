import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "../../base/errors.ts";
import { silentLogger, type Logger } from "../../base/logger.ts";
import { Redactor } from "../../base/redactor.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { FrameRecord } from "./frame-record.ts";
import { LineFramer, type OversizedLine } from "./line-framer.ts";
import { NoticeGate } from "./notice-gate.ts";
import { OwnRequests, type AsSent, type OwnCall, type WireId } from "./own-requests.ts";
import { MAX_OUTPUT_BYTES, OutputWatch } from "./output-watch.ts";
import { OversizedAnswer, tooLarge } from "./oversized-answer.ts";
import { readFrame } from "./read-frame.ts";
import { WireLog } from "./wire-log.ts";

/** Longest line that is taken, in bytes: a picture of a very long page is one line of 118 MB (M13). */
export const MAX_LINE_BYTES = 128 * 1024 * 1024;

/**
 * How long the end of a process may come after the first sign of it, a pipe that is closed, in
 * milliseconds. Whoever closes a pipe and lives on longer cannot be talked to any more.
 */
export const EXIT_FOLLOWS_MS = 500;

/**
 * Bytes that wait for a server that reads too slowly, or not at all, before its own questions go
 * unanswered. Few, for each small answer costs some thousand bytes of memory while it waits.
 */
const MAX_UNREAD_REPLY_BYTES = 256 * 1024;

/**
 * What a server may tell of itself. Whatever else it tells is recorded and goes no further: the SDK takes
 * long over each notification, also where nobody listens, and some servers send thousands a second.
 */
const HEARD: ReadonlySet<string> = new Set([
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
]);

const METHOD_NOT_FOUND = { code: -32_601, message: "Method not found" };

/** The server cannot be talked to any more; its process has ended or is about to. */
export class ConnectionLost extends Error {}

export interface WireOptions {
  /** See {@link MAX_LINE_BYTES}. */
  readonly maxLineBytes?: number;
  /** See {@link MAX_OUTPUT_BYTES}. */
  readonly maxOutputBytes?: number;
  /** Where every frame is kept. */
  readonly record?: FrameRecord;
  readonly logger?: Logger;
  readonly redactor?: Redactor;
  /** The app's answer to a question of the server's; null refuses it as unknown (M16). */
  readonly answerTo?: (method: string) => Readonly<Record<string, unknown>> | null;
}

/**
 * MCP over the pipes of a supervised process. In place of the SDK's own: that one ends the server
 * at 10 MiB, takes quadratic time, and learns of an exit only when every grandchild is gone too.
 */
export class ProcessTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #process: SupervisedProcess;
  readonly #maxLineBytes: number;
  readonly #output: OutputWatch;
  readonly #record: FrameRecord;
  readonly #log: WireLog;
  readonly #answerTo: NonNullable<WireOptions["answerTo"]>;
  readonly #own = new OwnRequests();
  /** Requests of the SDK's that have no answer yet, with their methods: the handshake, pings. */
  readonly #sdks = new Map<RequestId, string>();
  readonly #notices = new NoticeGate<JSONRPCMessage>((notice) => this.#handOn(notice));
  readonly #oversized = new OversizedAnswer({
    waiting: () => this.#own.waiting,
    only: () => this.#own.only,
    fail: (id, bytes) => this.#failOversized(id, bytes),
  });

  constructor(process: SupervisedProcess, options: WireOptions = {}) {
    const { maxLineBytes = MAX_LINE_BYTES, record = new FrameRecord() } = options;
    const { logger = silentLogger, redactor = new Redactor() } = options;
    this.#process = process;
    this.#answerTo = options.answerTo ?? (() => null);
    this.#maxLineBytes = maxLineBytes;
    this.#output = new OutputWatch(options.maxOutputBytes ?? MAX_OUTPUT_BYTES);
    this.#record = record;
    this.#log = new WireLog(process.name, logger, redactor);
  }

  /** Lines on stdout that were no JSON-RPC: counted, logged and dropped (S48). */
  get strayLines(): number {
    return this.#log.count("stray");
  }

  start(): Promise<void> {
    const framer = new LineFramer(this.#maxLineBytes, {
      onLine: (line) => this.#takeLine(line),
      onOversized: (line) => this.#takeOversized(line),
    });
    this.#process.stdout.on("data", (chunk: Buffer) => {
      if (this.#output.isTooMuch(chunk.length)) return this.#endFlood();
      this.#oversized.goesOn();
      framer.push(chunk);
    });
    this.#process.stdout.once("end", () => this.#endAll());
    void this.#process.exited.then(() => this.#endAll());
    return Promise.resolve();
  }

  /** Sends what the SDK has to say. Throws `ConnectionLost` when the server reads no more. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message && "id" in message) this.#sdks.set(message.id, message.method);
    await new Promise<void>((resolve, reject) => {
      this.#write(message, (error) => (error ? reject(this.#readsNoMore(error)) : resolve()));
    });
  }

  /**
   * A request past the SDK. The params hold the call's id as their `progressToken`. Rejects with a
   * `ServerError`, with `ConnectionLost`, or with what it is cancelled with.
   */
  ask(method: string, params: AsSent, call: OwnCall): Promise<AsSent> {
    const { id } = call;
    const answer = this.#own.add(call);
    const onWritten = (error?: Error | null) => {
      if (error) this.#own.giveUp(id, this.#readsNoMore(error));
    };
    try {
      this.#write({ jsonrpc: "2.0", id, method, params }, onWritten);
    } catch (error) {
      // Arguments that cannot be written down.
      this.#own.giveUp(id, error as Error);
    }
    return answer;
  }

  /** Tells the server that nobody waits for it any more; its answer rejects with the error (M10). */
  cancel(id: WireId, reason: string, error: Error): void {
    if (!this.#own.giveUp(id, error)) return;
    const params = { requestId: id, reason };
    // Whether the server hears it or not, it is given up.
    this.#write({ jsonrpc: "2.0", method: "notifications/cancelled", params }, this.#noteFailure);
  }

  /** Throws where it cannot be made JSON. */
  #write(message: JSONRPCMessage, onWritten: (error?: Error | null) => void): void {
    const line = JSON.stringify(message);
    this.#process.stdin.write(`${line}\n`, onWritten);
    // Only now, so that the server works meanwhile; its answer cannot come before this is done.
    this.#record.add("to-server", line);
  }

  readonly #noteFailure = (error?: Error | null): void => {
    if (error) this.#readsNoMore(error);
  };

  #readsNoMore(cause: Error): ConnectionLost {
    void this.#closeUnlessItEnds();
    return new ConnectionLost("The server reads no more.", { cause });
  }

  /** The process is the connection's to stop, not the session's. */
  close(): Promise<void> {
    this.#endAll();
    return Promise.resolve();
  }

  /** What comes after it is not even looked at. */
  #endFlood(): void {
    const { name } = this.#process;
    const what = `The server "${name}" wrote to its output without end and was ended.`;
    void this.#process.endFor(new AppError("output-limit", what));
  }

  /** A server that asks and asks and reads no answer must not fill the memory with answers. */
  #isDeaf(): boolean {
    const isDeaf = this.#process.stdin.writableLength > MAX_UNREAD_REPLY_BYTES;
    if (isDeaf) this.#log.tell("dropped", "reads no answers to its questions; one was dropped");
    return isDeaf;
  }

  #takeLine(line: Buffer): void {
    const text = decode(line);
    if (text === "") return;
    const messages = readFrame(text);
    this.#record.add("from-server", line, messages.length === 0 ? "stray" : null);
    if (messages.length === 0) this.#log.tell("stray", "wrote to stdout what is no JSON-RPC", text);
    for (const message of messages) this.#take(message);
  }

  #take(message: JSONRPCMessage): void {
    if (!("method" in message)) return this.#takeAnswer(message);
    if ("id" in message) return this.#reply(message.id, message.method);
    if (message.method === "notifications/progress") this.#own.progress(message.params ?? {});
    else if (message.method === "notifications/message") this.#log.hear(message.params ?? {});
    else if (HEARD.has(message.method)) this.#notices.add(message.method, message);
  }

  /** The SDK could do it too, at twenty times the cost: a server may ask ten thousand times a second. */
  #reply(id: RequestId, method: string): void {
    const result = this.#answerTo(method);
    if (result === null) {
      this.#log.tell("refused", "asked for what this app does not offer", method);
    }
    const reply: JSONRPCMessage = result
      ? { jsonrpc: "2.0", id, result }
      : { jsonrpc: "2.0", id, error: METHOD_NOT_FOUND };
    // A server that cannot be written to is found out by what waits for it.
    if (!this.#isDeaf()) this.#write(reply, this.#noteFailure);
  }

  /** An error that names no call is the answer to the only one that waits, if any. */
  #takeAnswer(message: JSONRPCMessage): void {
    this.#notices.flush();
    const id = ("id" in message ? message.id : undefined) ?? this.#own.only ?? this.#onlyOfSdk();
    if (this.#own.settle(id, message)) return;
    const method = id === null ? undefined : this.#sdks.get(id);
    if (id !== null && method !== undefined) return this.#answerSdk(message, id, method);
    this.#log.tell("unknown-answer", "answered what nobody waits for", JSON.stringify(id));
  }

  #onlyOfSdk(): RequestId | null {
    const [only] = this.#sdks.size === 1 ? this.#sdks.keys() : [];
    return only ?? null;
  }

  /** Without what the SDK would drop the whole answer for, and would then wait for ever. */
  #answerSdk(message: JSONRPCMessage, id: RequestId, method: string): void {
    this.#sdks.delete(id);
    if (!("result" in message)) return this.#handOn({ ...message, id } as JSONRPCMessage);
    const { _meta: _dropped, ...result } = message.result;
    this.#handOn({ jsonrpc: "2.0", id, result: method === "ping" ? {} : result });
  }

  #takeOversized(line: OversizedLine): void {
    this.#oversized.tell(line);
    if (!line.isWhole) return;
    const { bytes, head } = line;
    this.#record.addOversized(head, bytes);
    this.#log.tell("oversized", `wrote a line of ${bytes} bytes, which is more than is taken`);
  }

  #failOversized(id: WireId, bytes: number): void {
    this.#own.settle(id, tooLarge(bytes, this.#maxLineBytes));
  }

  /** A message that the SDK stumbles over costs that message alone. */
  #handOn(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  /** A process that ends may have said something before that is still in its pipe. */
  async #closeUnlessItEnds(): Promise<void> {
    if (!(await this.#process.exitWithin(EXIT_FOLLOWS_MS))) this.#endAll();
  }

  #endAll(): void {
    this.#oversized.dispose();
    this.#own.giveUpAll(new ConnectionLost("The connection is closed."));
    this.onclose?.();
  }
}

/** UTF-8 without a byte order mark and without the carriage return of a CRLF. */
function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return (text.startsWith("\uFEFF") ? text.slice(1) : text).trim();
}
