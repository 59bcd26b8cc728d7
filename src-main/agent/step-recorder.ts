import type { Message, MessagePart } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { assertNever } from "../base/assert-never.ts";
import { findTool, type FoundTool } from "./find-tool.ts";
import type { JournalPort, JsonObject, OfferedTool, StepEvent } from "./ports.ts";
import type { TurnEvent } from "./turn-event.ts";

/** Streamed text is on disk after this long at the latest, in milliseconds (D3). */
const CHECKPOINT_MS = 1_000;

/** A call that the model has finished writing. */
export interface WrittenCall {
  readonly call: ToolCall;
  /** Null when what it wrote is not a JSON object. */
  readonly arguments: JsonObject | null;
  readonly argumentsText: string;
  /** What the name that it wrote stands for. */
  readonly found: FoundTool["kind"];
}

export interface StepRecorderOptions {
  /** The empty message that the answer becomes. */
  readonly message: Message;
  readonly tools: readonly OfferedTool[];
  /** The calls of the conversation before this answer. */
  readonly earlier: readonly ToolCall[];
  readonly journal: JournalPort;
  readonly newId: () => string;
  readonly emit: (event: TurnEvent) => void;
}

/** Turns the stream of one answer into a message and its calls, telling and saving as it grows. */
export class StepRecorder {
  readonly #options: StepRecorderOptions;
  readonly #parts: MessagePart[] = [];
  /** By the provider's id. */
  readonly #calls = new Map<string, WrittenCall>();
  #checkpoint: NodeJS.Timeout | null = null;

  constructor(options: StepRecorderOptions) {
    this.#options = options;
  }

  get messageId(): string {
    return this.#options.message.id;
  }

  get calls(): readonly WrittenCall[] {
    return [...this.#calls.values()];
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  take(event: Exclude<StepEvent, { type: "step-end" }>): void {
    switch (event.type) {
      case "text-start":
        this.#begin({ type: "text", text: "" });
        break;
      case "text-delta":
        this.#grow("text", event.delta);
        break;
      case "reasoning-start":
        this.#begin({ type: "reasoning", text: "" });
        break;
      case "reasoning-delta":
        this.#grow("reasoning", event.delta);
        break;
      case "reasoning-end":
        this.#markReasoning(event.providerData);
        break;
      case "tool-call-start":
        // Two calls under one id could not be told apart when their results are sent back.
        if (!this.#calls.has(event.callId)) this.#beginCall(event.callId, event.name);
        break;
      case "tool-call-delta":
        this.#growCall(event.callId, event.delta);
        break;
      case "tool-call":
        this.#finishCall(event);
        break;
      default:
        assertNever(event);
    }
    this.#checkpoint ??= setTimeout(() => this.#saveUnfinished(), CHECKPOINT_MS);
  }

  /** No checkpoint comes after this. */
  close(): void {
    if (this.#checkpoint) clearTimeout(this.#checkpoint);
    this.#checkpoint = null;
  }

  /** The message as it stands, saved and told. */
  finish(complete: boolean): Message {
    const message = this.#message(complete);
    this.#options.journal.saveMessage(message);
    this.#options.emit({ type: "message", message });
    return message;
  }

  #message(complete: boolean): Message {
    return { ...this.#options.message, parts: [...this.#parts], complete };
  }

  /** Nobody hears of a part before the message that it belongs to has been told. */
  #begin(part: MessagePart): void {
    this.#parts.push(part);
    this.#options.emit({ type: "message", message: this.#message(false) });
  }

  #grow(kind: "text" | "reasoning", delta: string): void {
    if (this.#parts.at(-1)?.type !== kind) this.#begin({ type: kind, text: "" });
    const part = this.#parts.length - 1;
    const grown = this.#parts[part];
    if (grown?.type !== kind) return;
    this.#parts[part] = { ...grown, text: grown.text + delta };
    const messageId = this.#options.message.id;
    this.#options.emit({ type: "message-delta", messageId, part, kind, delta });
  }

  #markReasoning(providerData: unknown): void {
    const last = this.#parts.at(-1);
    if (last?.type !== "reasoning" || providerData === undefined) return;
    this.#parts[this.#parts.length - 1] = { ...last, providerData };
  }

  #beginCall(wireId: string, name: string): WrittenCall {
    const { message, tools, earlier, newId } = this.#options;
    const found = findTool(name, tools, earlier);
    const call: ToolCall = {
      id: newId(),
      wireId,
      conversationId: message.conversationId,
      turnId: message.turnId,
      messageId: message.id,
      server: found.kind === "tool" ? found.server : null,
      tool: found.kind === "unknown" ? name : found.tool,
      name,
      arguments: {},
      argumentsText: "",
      state: "writing",
      page: null,
      progress: null,
      startedAt: null,
      finishedAt: null,
      result: null,
      failure: null,
    };
    const written = { call, arguments: null, argumentsText: "", found: found.kind };
    this.#put(written);
    this.#begin({ type: "tool-call", callId: call.id });
    this.#options.emit({ type: "tool-call", call });
    return written;
  }

  #growCall(wireId: string, delta: string): void {
    const written = this.#calls.get(wireId);
    if (!written) return;
    const argumentsText = (written.call.argumentsText ?? "") + delta;
    this.#put({ ...written, call: { ...written.call, argumentsText } });
    this.#tell(wireId);
  }

  #finishCall(event: Extract<StepEvent, { type: "tool-call" }>): void {
    const { call, found } =
      this.#calls.get(event.callId) ?? this.#beginCall(event.callId, event.name);
    const { arguments: args, argumentsText } = event;
    const queued: ToolCall = {
      ...call,
      arguments: args ?? {},
      argumentsText: args === null ? argumentsText : null,
      state: "queued",
    };
    this.#put({ call: queued, arguments: args, argumentsText, found });
    this.#tell(event.callId);
  }

  #put(written: WrittenCall): void {
    this.#calls.set(written.call.wireId, written);
  }

  #tell(wireId: string): void {
    const written = this.#calls.get(wireId);
    if (written) this.#options.emit({ type: "tool-call", call: written.call });
  }

  #saveUnfinished(): void {
    this.#checkpoint = null;
    try {
      this.#options.journal.saveMessage(this.#message(false));
    } catch {
      // The save at the answer's end meets the same trouble, and tells the person.
    }
  }
}
