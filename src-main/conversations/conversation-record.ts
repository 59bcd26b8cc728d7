import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { HandOverState } from "../../src-preload/model/hand-over.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ContextSummary, WindowMeter } from "../../src-preload/model/model-view.ts";
import type { QueuedMessage } from "../../src-preload/model/queued-message.ts";
import { isSettled, type ToolCall } from "../../src-preload/model/tool-call.ts";
import { isEnded, noUsage, type Turn, type TurnState } from "../../src-preload/model/turn.ts";
import { costOf } from "../agent/model-limits.ts";
import { ModelWindow } from "../agent/model-window.ts";
import type { JournalPort } from "../agent/ports.ts";
import type { TurnEnd, TurnEvent } from "../agent/turn-event.ts";
import { assertNever } from "../base/assert-never.ts";
import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import type { Store } from "../store/store.ts";
import type { ConversationPatch, ConversationRow } from "../store/tables/conversation-table.ts";
import { summarise } from "./summary.ts";
import { titleFrom } from "./title.ts";

export interface ConversationRecordOptions {
  readonly row: ConversationRow;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the person has it before them: what happens in it is seen then. */
  readonly isShown: () => boolean;
  readonly handOver: () => HandOverState | null;
  readonly emit: (event: AppEvent) => void;
}

/** Messages are numbered from here, without a gap but for those that are out of sight. */
const FIRST_SEQUENCE = 1;

/** What a conversation holds, in memory and on disk alike; each change is saved, then told (D1). */
export class ConversationRecord {
  readonly id: string;
  readonly #options: ConversationRecordOptions;
  readonly #messages = new Map<string, Message>();
  readonly #calls = new Map<string, ToolCall>();
  readonly #turns = new Map<string, Turn>();
  readonly #summaries: ContextSummary[];
  #modelWindow: ModelWindow;
  #meter: WindowMeter | null = null;
  #row: ConversationRow;

  /** Reads what is on disk. */
  constructor(options: ConversationRecordOptions) {
    const { row, store } = options;
    this.id = row.id;
    this.#options = options;
    this.#row = row;
    this.#summaries = [...store.summaries.list(this.id)];
    this.#read();
    this.#modelWindow = this.#newWindow();
  }

  /** What the model is sent of it. */
  get modelWindow(): ModelWindow {
    return this.#modelWindow;
  }

  get row(): ConversationRow {
    return this.#row;
  }

  /** In order. */
  get messages(): readonly Message[] {
    return [...this.#messages.values()];
  }

  get calls(): readonly ToolCall[] {
    return [...this.#calls.values()];
  }

  /** In order. */
  get turns(): readonly Turn[] {
    return [...this.#turns.values()];
  }

  /** In the order of their writing. */
  get summaries(): readonly ContextSummary[] {
    return [...this.#summaries];
  }

  /** Null until the model was asked in this run. */
  get meter(): WindowMeter | null {
    return this.#meter;
  }

  /** Where a running turn writes. */
  get journal(): JournalPort {
    const { store } = this.#options;
    return {
      saveMessage: (message) => store.messages.save(message),
      saveToolCall: (call) => store.toolCalls.save(call),
      saveSummary: (summary) => store.summaries.save(summary),
    };
  }

  summary(): ConversationSummary {
    const handOver = this.#options.handOver();
    return summarise(this.#row, this.turns, this.messages, this.calls, handOver);
  }

  tellSummary(): void {
    this.#options.emit({ type: "conversation-changed", summary: this.summary() });
  }

  change(patch: ConversationPatch): void {
    this.#row = this.#options.store.conversations.update(this.id, patch) ?? this.#row;
    this.tellSummary();
  }

  /**
   * Both in one transaction: a message without its turn would be one that nobody answers. A message
   * that was queued leaves the queue by it.
   */
  begin(text: string, queuedId?: string): { readonly message: Message; readonly turn: Turn } {
    const { store } = this.#options;
    return this.#beginTurn(text, (turn) => {
      store.turns.save(turn);
      if (queuedId !== undefined) store.queuedMessages.delete(queuedId);
    });
  }

  /** The same in the place of a turn, which is kept as a variant. Throws an `AppError` `turn-unknown`. */
  beginAnew(replaced: string, text: string): { readonly message: Message; readonly turn: Turn } {
    const { store } = this.#options;
    const begun = this.#beginTurn(text, (turn) => {
      if (!store.turns.replace(replaced, turn)) throw unknownTurn();
    });
    this.#readAnew();
    return begun;
  }

  /** What the person asked with the turn. Throws an `AppError` `turn-unknown`. */
  questionOf(turnId: string): string {
    const asked = this.messages.find(
      (message) => message.turnId === turnId && message.role === "user",
    );
    if (!asked) throw unknownTurn();
    return asked.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  }

  /** Brings a variant back, with all that followed it. Throws an `AppError` `turn-unknown`. */
  showVariant(turnId: string): void {
    if (!this.#options.store.turns.show(this.id, turnId)) throw unknownTurn();
    this.#readAnew();
    this.tellSummary();
  }

  #beginTurn(
    text: string,
    saveTurn: (turn: Turn) => void,
  ): { readonly message: Message; readonly turn: Turn } {
    const { store, clock, emit } = this.#options;
    const now = clock();
    const turn = newTurn(this.id, now);
    const sequence = store.messages.nextSequence(this.id);
    const message = this.#userMessage({ turnId: turn.id, text, now, sequence });
    const title = this.#messages.size === 0 ? { title: titleFrom(text) } : {};
    store.transaction(() => {
      saveTurn(turn);
      store.messages.save(message);
      this.#row = store.conversations.update(this.id, { ...title, updatedAt: now }) ?? this.#row;
    });
    this.#turns.set(turn.id, turn);
    this.#messages.set(message.id, message);
    emit({ type: "turn-changed", turn });
    emit({ type: "message-changed", message });
    this.tellSummary();
    return { message, turn };
  }

  /** A summary of what is not shown any more would tell the model of a turn that was replaced. */
  #newWindow(): ModelWindow {
    const standsForAll = ({ through }: ContextSummary): boolean =>
      this.messages.filter(({ sequence }) => sequence <= through).length ===
      through - FIRST_SEQUENCE + 1;
    return new ModelWindow(this.#summaries.findLast(standsForAll));
  }

  #read(): void {
    const { store } = this.#options;
    for (const message of store.messages.list(this.id)) this.#messages.set(message.id, message);
    for (const call of store.toolCalls.list(this.id)) this.#calls.set(call.id, call);
    for (const turn of store.turns.list(this.id)) this.#turns.set(turn.id, turn);
  }

  /** What is shown of it is another part now. */
  #readAnew(): void {
    for (const kept of [this.#messages, this.#calls, this.#turns]) kept.clear();
    this.#read();
    this.#modelWindow = this.#newWindow();
    this.#options.emit({ type: "conversation-reloaded", conversationId: this.id });
  }

  /** Makes messages of what was queued, in the turn that runs: all of them or none (D1). */
  admit(turnId: string, queued: readonly QueuedMessage[]): readonly Message[] {
    const { store, clock, emit } = this.#options;
    const first = store.messages.nextSequence(this.id);
    const now = clock();
    const messages = queued.map(({ text }, index) =>
      this.#userMessage({ turnId, text, now, sequence: first + index }),
    );
    store.transaction(() => {
      for (const message of messages) store.messages.save(message);
      for (const { id } of queued) store.queuedMessages.delete(id);
    });
    for (const message of messages) {
      this.#messages.set(message.id, message);
      emit({ type: "message-changed", message });
    }
    return messages;
  }

  /** What the turn tells: kept here for the next snapshot, then told to the window. */
  take(turnId: string, event: TurnEvent): void {
    const { emit } = this.#options;
    switch (event.type) {
      case "turn-state":
        this.#changeTurn(turnId, { state: event.state });
        break;
      case "message":
        this.#messages.set(event.message.id, event.message);
        emit({ type: "message-changed", message: event.message });
        break;
      case "message-delta":
        this.#grow(event);
        emit({ ...event, conversationId: this.id });
        break;
      case "tool-call":
        this.#calls.set(event.call.id, event.call);
        emit({ type: "tool-call-changed", toolCall: event.call });
        if (isSettled(event.call.state)) this.tellSummary();
        break;
      case "summary":
        this.#summaries.push(event.summary);
        emit({ type: "summary-added", summary: event.summary });
        break;
      case "window":
        this.#measure(turnId, event);
        break;
      case "turn-end":
        this.#endTurn(turnId, event);
        break;
      default:
        assertNever(event);
    }
  }

  #userMessage(of: {
    readonly turnId: string;
    readonly text: string;
    readonly now: number;
    readonly sequence: number;
  }): Message {
    const { turnId, text, now, sequence } = of;
    return {
      id: newId(),
      conversationId: this.id,
      turnId,
      sequence,
      role: "user",
      createdAt: now,
      parts: [{ type: "text", text }],
      complete: true,
    };
  }

  #grow(event: Extract<TurnEvent, { type: "message-delta" }>): void {
    const message = this.#messages.get(event.messageId);
    if (!message) return;
    const parts = [...message.parts];
    const part = parts[event.part];
    const text = part && part.type === event.kind ? part.text + event.delta : event.delta;
    parts[event.part] = { type: event.kind, text };
    this.#messages.set(message.id, { ...message, parts });
  }

  #measure(turnId: string, event: Extract<TurnEvent, { type: "window" }>): void {
    const { usedTokens, usage, limits } = event;
    const earlier = this.turns.filter(({ id }) => id !== turnId).map((turn) => turn.usage);
    const price = limits.pricePerMillion;
    this.#meter = {
      usedTokens,
      contextTokens: limits.contextTokens,
      dollars: price && [...earlier, usage].reduce((sum, one) => sum + costOf(one, price), 0),
      shortenedResults: this.modelWindow.shortenedResults,
      summarised: this.modelWindow.isSummarised,
    };
    this.#options.emit({ type: "window-changed", conversationId: this.id, window: this.#meter });
  }

  #endTurn(turnId: string, end: TurnEnd): void {
    this.#settleCalls(turnId);
    const failure = end.reason === "failed" ? end.failure : null;
    const endedAt = this.#options.clock();
    this.#changeTurn(turnId, { state: end.reason, endedAt, failure, usage: end.usage });
  }

  /** A turn that broke may have left calls open: they end as they would after a crash (D2). */
  #settleCalls(turnId: string): void {
    const finishedAt = this.#options.clock();
    for (const call of this.#calls.values()) {
      if (call.turnId !== turnId || isSettled(call.state)) continue;
      const state = call.startedAt === null ? "skipped" : "outcome-unknown";
      const settled: ToolCall = { ...call, state, finishedAt, argumentsText: null };
      this.#calls.set(call.id, settled);
      this.#tryToSave(() => this.#options.store.toolCalls.save(settled));
      this.#options.emit({ type: "tool-call-changed", toolCall: settled });
    }
  }

  /** Only what changes hands is written: a turn is interrupted if it is found in any live state. */
  #changeTurn(turnId: string, change: Partial<Turn> & { readonly state: TurnState }): void {
    const turn = this.#turns.get(turnId);
    if (!turn || turn.state === change.state) return;
    const changed = this.#savedIfEnded({ ...turn, ...change });
    this.#turns.set(turnId, changed);
    this.#options.emit({ type: "turn-changed", turn: changed });
    this.tellSummary();
  }

  /** A turn whose end cannot be written down has failed, and is told all the same. */
  #savedIfEnded(turn: Turn): Turn {
    if (!isEnded(turn.state)) return turn;
    const { store, clock, isShown } = this.#options;
    const failure = this.#tryToSave(() =>
      store.transaction(() => {
        store.turns.save(turn);
        const news = { updatedAt: clock(), ...(isShown() ? {} : { unread: true }) };
        this.#row = store.conversations.update(this.id, news) ?? this.#row;
      }, `end of turn ${turn.id}`),
    );
    return failure ? { ...turn, state: "failed", failure: turn.failure ?? failure } : turn;
  }

  #tryToSave(save: () => void): Failure | null {
    try {
      save();
      return null;
    } catch (error) {
      return toFailureLogged(error, this.#options.logger);
    }
  }
}

function unknownTurn(): AppError {
  return new AppError("turn-unknown", "This turn is not shown in the conversation any more.");
}

function newTurn(conversationId: string, startedAt: number): Turn {
  return {
    id: newId(),
    conversationId,
    state: "streaming",
    startedAt,
    endedAt: null,
    failure: null,
    usage: noUsage,
  };
}
