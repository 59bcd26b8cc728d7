import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalRequest } from "../../src-preload/model/approval.ts";
import type {
  ConversationSnapshot,
  ConversationSummary,
} from "../../src-preload/model/conversation.ts";
import type { Examination } from "../../src-preload/model/examination.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { Message } from "../../src-preload/model/message.ts";
import { isSettled, type ToolCall } from "../../src-preload/model/tool-call.ts";
import {
  isEnded,
  noUsage,
  type Turn,
  type TurnState,
  type TurnVariants,
} from "../../src-preload/model/turn.ts";
import type { ModelPort } from "../agent/ports.ts";
import { runTurn } from "../agent/run-turn.ts";
import type { TurnEnd, TurnEvent } from "../agent/turn-event.ts";
import { assertNever } from "../base/assert-never.ts";
import type { Clock } from "../base/clock.ts";
import { ensurePrivateFolder } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import { BROWSER_SERVER } from "../browser/preset.ts";
import { newId } from "../base/ids.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import type { ServerConfig } from "../mcp/config/server-config.ts";
import type { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import { examinationText } from "../mcp/doctor/examination-text.ts";
import type { ConversationRow } from "../store/tables/conversation-table.ts";
import type { Store } from "../store/store.ts";
import type { Approver } from "./approver.ts";
import { CallDecisions } from "./call-decisions.ts";
import { HandOver } from "./hand-over.ts";
import { instructionsFor } from "./instructions.ts";
import { ServerTools } from "./server-tools.ts";
import { summarise } from "./summary.ts";
import { titleFrom } from "./title.ts";

export interface LiveConversationOptions {
  readonly row: ConversationRow;
  readonly workspace: string;
  readonly store: Store;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly approver: Approver;
  readonly pendingApprovals: () => readonly ApprovalRequest[];
  /** Whether the person has it before them. */
  readonly isShown: () => boolean;
  /** The servers' entries as the row has them now. */
  readonly serversFor: (row: ConversationRow) => readonly ServerConfig[];
  /** Makes the conversation's servers; none of them starts by it. */
  readonly makeServers: (configs: readonly ServerConfig[]) => ConversationServers;
  /** Throws an `AppError` with a sentence when the conversation has no model. */
  readonly makeModel: (row: ConversationRow) => Promise<ModelPort>;
  readonly emit: (event: AppEvent) => void;
}

/** One conversation while the app runs: its record, its turn and its servers. */
export class LiveConversation {
  readonly id: string;
  readonly #options: LiveConversationOptions;
  readonly #messages = new Map<string, Message>();
  readonly #calls = new Map<string, ToolCall>();
  readonly #turns = new Map<string, Turn>();
  readonly #tools: ServerTools;
  readonly #servers: ConversationServers;
  /** The browser's way to the person and back. */
  readonly handOver: HandOver;
  #windowShown = false;
  readonly #examinations = new Map<string, AbortController>();
  #row: ConversationRow;
  #running: { readonly abort: AbortController; readonly ended: Promise<TurnEnd> } | null = null;
  #closed = false;

  /** Reads what is on disk. */
  constructor(options: LiveConversationOptions) {
    const { row, store, redactor, logger, workspace } = options;
    this.id = row.id;
    this.#options = options;
    this.#row = row;
    this.#read();
    ensurePrivateFolder(workspace);
    this.#servers = this.#makeServers();
    const servers = () => this.#servers;
    this.#tools = new ServerTools({ servers, files: store.files, redactor, logger, workspace });
    this.handOver = this.#makeHandOver();
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  summary(): ConversationSummary {
    return summarise(
      this.#row,
      [...this.#turns.values()],
      [...this.#messages.values()],
      [...this.#calls.values()],
      this.handOver.state,
    );
  }

  snapshot(): ConversationSnapshot {
    return {
      summary: this.summary(),
      messages: [...this.#messages.values()],
      toolCalls: [...this.#calls.values()],
      turns: [...this.#turns.values()],
      approvals: this.#options.pendingApprovals(),
      servers: this.#servers.statuses(),
    };
  }

  /** The pictures in it by their hash, with when and where each was made; for naming copies. */
  toolCallOf(file: string): ToolCall | null {
    const holds = (call: ToolCall) => call.result?.content.some((block) => block["file"] === file);
    return [...this.#calls.values()].find(holds) ?? null;
  }

  change(patch: Partial<Pick<ConversationRow, "title" | "modelId" | "unread">>): void {
    this.#row = this.#options.store.conversations.update(this.id, patch) ?? this.#row;
    this.#tellSummary();
  }

  /** Holds from the browser's next start, so the running one is stopped. A call waits until it has ended. */
  async setHeadless(headless: boolean): Promise<void> {
    if (this.isRunning) {
      throw new AppError("turn-running", "Stop the turn first: the browser is in use.");
    }
    if (this.handOver.state) {
      throw new AppError("browser-handed-over", "Hand the browser back first: it is with you.");
    }
    this.#row = this.#options.store.conversations.update(this.id, { headless }) ?? this.#row;
    this.reconfigureServers();
    this.#tellSummary();
    await this.#servers.stopAll();
  }

  /**
   * Writes the message down and starts a turn with it. Resolves when both are on disk, before the
   * model is asked (D2). `ended` resolves with how the turn ended.
   */
  async send(
    text: string,
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    return await this.#start(text, null);
  }

  /**
   * Asks a turn anew, with another text or, where none is given, the same. The turn that was there, and
   * all that followed it, is kept as a variant. Throws an `AppError` `turn-unknown`.
   */
  async resend(
    turnId: string,
    text?: string,
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    const asked = [...this.#messages.values()].find(
      (message) => message.turnId === turnId && message.role === "user",
    );
    if (!asked) throw unknownTurn();
    const same = asked.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return await this.#start(text ?? same, turnId);
  }

  /** Brings a variant back, with all that followed it. Throws `turn-running` and `turn-unknown`. */
  chooseVariant(turnId: string): void {
    this.#refuseUnlessFree();
    if (!this.#options.store.turns.show(this.id, turnId)) throw unknownTurn();
    this.#readAnew();
    this.#tellSummary();
  }

  variants(): readonly TurnVariants[] {
    return this.#options.store.turns.variants(this.id);
  }

  async #start(
    text: string,
    replaced: string | null,
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    const model = await this.#options.makeModel(this.#row);
    // Asked only now: meanwhile another message may have begun a turn.
    this.#refuseUnlessFree();
    const { message, turn } = this.#begin(text, replaced);
    const abort = new AbortController();
    const ended = this.#run(model, turn, abort.signal);
    this.#running = { abort, ended };
    return { message, ended };
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
    this.#options.emit({ type: "conversation-reloaded", conversationId: this.id });
  }

  #refuseUnlessFree(): void {
    if (this.#closed) throw new AppError("conversation-closed", "This conversation is closed.");
    if (!this.#running) return;
    throw new AppError("turn-running", "A turn is running. Wait for its end or stop it first.");
  }

  /** Ends the running turn, if there is one; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#running?.abort.abort(new DOMException("The person stopped the turn.", "AbortError"));
    await this.#running?.ended;
  }

  /** The servers that it has now take these entries from their next start on. */
  reconfigureServers(): void {
    this.#servers.reconfigure(this.#configs());
  }

  /** Starts the server once to see what is wrong with it; throws an abort when it is stopped meanwhile. */
  async examineServer(
    server: string,
  ): Promise<{ readonly examination: Examination; readonly report: string }> {
    const abort = new AbortController();
    this.#examinations.get(server)?.abort(stoppedExamination());
    this.#examinations.set(server, abort);
    try {
      const examination = await this.#servers.examine(server, abort.signal);
      return { examination, report: examinationText(examination) };
    } finally {
      if (this.#examinations.get(server) === abort) this.#examinations.delete(server);
    }
  }

  async stopServer(server: string): Promise<void> {
    this.#examinations.get(server)?.abort(stoppedExamination());
    await this.#servers.stop(server);
  }

  /** Stops turn and servers; no other turn begins any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
    for (const abort of this.#examinations.values()) abort.abort(stoppedExamination());
    await this.handOver.close();
    await this.#servers.close();
  }

  #makeServers(): ConversationServers {
    const servers = this.#options.makeServers(this.#configs());
    servers.changed.on((server) => {
      if (server.pid === null && servers.config(server.name)?.isBrowser) this.#tools.forgetPage();
      this.#options.emit({ type: "server-changed", server });
    });
    return servers;
  }

  /** While the person has the browser, it has a window. */
  #configs(): readonly ServerConfig[] {
    const headless = this.#row.headless && !this.#windowShown;
    return this.#options.serversFor({ ...this.#row, headless });
  }

  #makeHandOver(): HandOver {
    const { clock, logger } = this.#options;
    return new HandOver({
      clock,
      logger,
      reserveBrowser: (signal, work) => this.#servers.reserve(BROWSER_SERVER, signal, work),
      isHeadless: () => this.#row.headless,
      showWindow: (shown) => {
        this.#windowShown = shown;
        this.reconfigureServers();
      },
      onHandedBack: (raw) => this.#tools.takeBack(raw),
      onChange: () => this.#tellSummary(),
    });
  }

  /** Both in one transaction: a message without its turn would be one that nobody answers. */
  #begin(text: string, replaced: string | null): { message: Message; turn: Turn } {
    const { store, clock, emit } = this.#options;
    const now = clock();
    const turn: Turn = {
      id: newId(),
      conversationId: this.id,
      state: "streaming",
      startedAt: now,
      endedAt: null,
      failure: null,
      usage: noUsage,
    };
    const message: Message = {
      id: newId(),
      conversationId: this.id,
      turnId: turn.id,
      sequence: store.messages.nextSequence(this.id),
      role: "user",
      createdAt: now,
      parts: [{ type: "text", text }],
      complete: true,
    };
    const title = this.#messages.size === 0 ? { title: titleFrom(text) } : {};
    store.transaction(() => {
      if (replaced === null) store.turns.save(turn);
      else if (!store.turns.replace(replaced, turn)) throw unknownTurn();
      store.messages.save(message);
      this.#row = store.conversations.update(this.id, { ...title, updatedAt: now }) ?? this.#row;
    });
    if (replaced !== null) this.#readAnew();
    this.#turns.set(turn.id, turn);
    this.#messages.set(message.id, message);
    emit({ type: "turn-changed", turn });
    emit({ type: "message-changed", message });
    this.#tellSummary();
    return { message, turn };
  }

  async #run(model: ModelPort, turn: Turn, signal: AbortSignal): Promise<TurnEnd> {
    const { store, clock, logger, approver, workspace } = this.#options;
    return await runTurn(
      {
        conversationId: this.id,
        turnId: turn.id,
        messages: [...this.#messages.values()],
        calls: [...this.#calls.values()],
      },
      {
        model,
        clock,
        logger,
        newId,
        tools: this.#tools,
        approvals: new CallDecisions({
          store,
          approver,
          clock,
          workspace,
          isBrowser: (server) => this.#servers.config(server)?.isBrowser === true,
          view: () => this.#tools.view,
        }),
        journal: {
          saveMessage: (message) => store.messages.save(message),
          saveToolCall: (call) => store.toolCalls.save(call),
        },
        instructions: () => instructionsFor(this.#servers.configs()),
        emit: (event) => this.#take(turn.id, event),
      },
      signal,
    );
  }

  /** What the turn tells: kept here for the next snapshot, then told to the window. */
  #take(turnId: string, event: TurnEvent): void {
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
        if (isSettled(event.call.state)) this.#tellSummary();
        break;
      case "turn-end":
        this.#endTurn(turnId, event);
        break;
      default:
        assertNever(event);
    }
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

  #endTurn(turnId: string, end: TurnEnd): void {
    this.#running = null;
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
    this.#tellSummary();
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

  #tellSummary(): void {
    this.#options.emit({ type: "conversation-changed", summary: this.summary() });
  }
}

function unknownTurn(): AppError {
  return new AppError("turn-unknown", "This turn is not shown in the conversation any more.");
}

function stoppedExamination(): AppError {
  return new AppError("examination-stopped", "The examination was stopped.");
}
