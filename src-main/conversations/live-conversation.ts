import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalPreset, ApprovalRequest } from "../../src-preload/model/approval.ts";
import type {
  ConversationSnapshot,
  ConversationSummary,
} from "../../src-preload/model/conversation.ts";
import type { Examination } from "../../src-preload/model/examination.ts";
import type { Instructions } from "../../src-preload/model/instructions.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Turn, TurnVariants } from "../../src-preload/model/turn.ts";
import type { ModelPort } from "../agent/ports.ts";
import { runTurn } from "../agent/run-turn.ts";
import type { TurnEnd, TurnEvent } from "../agent/turn-event.ts";
import type { Clock } from "../base/clock.ts";
import { ensurePrivateFolder } from "../base/durable-file.ts";
import { AppError, messageOf } from "../base/errors.ts";
import { BROWSER_SERVER } from "../browser/preset.ts";
import { newId } from "../base/ids.ts";
import type { Logger } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import type { SeenTool } from "../mcp/catalogue/tool-pins.ts";
import type { ServerConfig } from "../mcp/config/server-config.ts";
import type { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import type { FrameRecord } from "../mcp/connection/frame-record.ts";
import { DEFAULT_TEXT_LIMITS, type TextLimits } from "../mcp/result/cap-text.ts";
import { examinationText } from "../mcp/doctor/examination-text.ts";
import type { ConversationRow } from "../store/tables/conversation-table.ts";
import type { Store } from "../store/store.ts";
import type { Approver } from "./approver.ts";
import { BuiltInTools } from "./built-in-tools.ts";
import { CallDecisions } from "./call-decisions.ts";
import { ConversationTools } from "./conversation-tools.ts";
import { ConversationRecord } from "./conversation-record.ts";
import { HandOver } from "./hand-over.ts";
import { keepResult } from "./kept-results.ts";
import { MessageQueue } from "./message-queue.ts";
import { parseMcpCommand, runMcpCommand } from "./mcp-command.ts";
import { instructionsOf, instructionText } from "./instructions.ts";
import type { Asker, QuestionQueue } from "./questions.ts";
import { resultLimits } from "./result-limits.ts";
import { ServerTools } from "./server-tools.ts";

export interface LiveConversationOptions {
  readonly row: ConversationRow;
  readonly workspace: string;
  readonly store: Store;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly approver: Approver;
  /** How much the person wants to be asked. */
  readonly preset: () => ApprovalPreset;
  readonly asker: Asker;
  readonly questions: QuestionQueue;
  readonly pendingApprovals: () => readonly ApprovalRequest[];
  /** Whether the person has it before them. */
  readonly isShown: () => boolean;
  /** The servers' entries as the row has them now. */
  readonly serversFor: (row: ConversationRow) => readonly ServerConfig[];
  /** Makes the conversation's servers; none of them starts by it. */
  readonly makeServers: (configs: readonly ServerConfig[]) => ConversationServers;
  /** Throws an `AppError` with a sentence when the conversation has no model. */
  readonly makeModel: (row: ConversationRow) => Promise<ModelPort>;
  /** Why no browser can show its window here; null where one can. */
  readonly windowFault: () => AppError | null;
  readonly emit: (event: AppEvent) => void;
}

/** One conversation while the app runs: its record, its turn and its servers. */
export class LiveConversation {
  readonly id: string;
  readonly #options: LiveConversationOptions;
  readonly #record: ConversationRecord;
  /** What was written while a turn ran. */
  readonly queue: MessageQueue;
  readonly #tools: ServerTools;
  readonly #allTools: ConversationTools;
  readonly #servers: ConversationServers;
  /** The browser's way to the person and back. */
  readonly handOver: HandOver;
  #windowShown = false;
  /** How much of one result the model of the latest turn gets. */
  #resultLimits: TextLimits = DEFAULT_TEXT_LIMITS;
  readonly #examinations = new Map<string, AbortController>();
  #running: { readonly abort: AbortController; readonly ended: Promise<TurnEnd> } | null = null;
  #closed = false;

  /** Reads what is on disk. */
  constructor(options: LiveConversationOptions) {
    const { row, store, redactor, logger, workspace } = options;
    this.id = row.id;
    this.#options = options;
    this.#record = new ConversationRecord({ ...options, handOver: () => this.handOver.state });
    this.queue = new MessageQueue({
      ...options,
      conversationId: this.id,
      onChange: (queued) =>
        options.emit({ type: "queue-changed", conversationId: this.id, queued }),
    });
    ensurePrivateFolder(workspace);
    this.#servers = this.#makeServers();
    const servers = () => this.#servers;
    const kept = { files: store.files, redactor, logger, workspace };
    this.#tools = new ServerTools({ ...kept, servers, textLimits: () => this.#resultLimits });
    this.handOver = this.#makeHandOver();
    const tell = (message: string): void =>
      options.emit({ type: "notice", conversationId: this.id, message });
    const builtIn = new BuiltInTools({ ...options, tell, handOver: this.handOver });
    this.#allTools = new ConversationTools(builtIn, this.#tools);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  summary(): ConversationSummary {
    return this.#record.summary();
  }

  snapshot(): ConversationSnapshot {
    return {
      summary: this.summary(),
      messages: this.#record.messages,
      toolCalls: this.#record.calls,
      turns: this.#record.turns,
      summaries: this.#record.summaries,
      window: this.#record.meter,
      queued: this.queue.list,
      approvals: this.#options.pendingApprovals(),
      questions: this.#options.questions.list(this.id),
      servers: this.#servers.statuses(),
    };
  }

  /** The pictures in it by their hash, with when and where each was made; for naming copies. */
  toolCallOf(file: string): ToolCall | null {
    const holds = (call: ToolCall) => call.result?.content.some((block) => block["file"] === file);
    return this.#record.calls.find(holds) ?? null;
  }

  change(
    patch: Partial<Pick<ConversationRow, "title" | "modelId" | "unread" | "instructions">>,
  ): void {
    this.#record.change(patch);
  }

  /** All that the model is told about its work. */
  instructions(): Instructions {
    const { clock, workspace } = this.#options;
    return instructionsOf({
      servers: this.#servers.activeConfigs(),
      own: this.#record.row.instructions,
      workspace,
      now: clock(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  }

  /**
   * Holds from the browser's next start, so the running one is stopped. A call waits until it has ended.
   * Throws those of {@link refuseUnlessBrowserIsFree}.
   */
  async setHeadless(headless: boolean): Promise<void> {
    this.refuseUnlessBrowserIsFree();
    this.#record.change({ headless });
    this.reconfigureServers();
    await this.closeBrowser();
  }

  /** Throws an `AppError` `turn-running` or `browser-handed-over` while somebody works in the browser. */
  refuseUnlessBrowserIsFree(): void {
    if (this.isRunning) {
      throw new AppError("turn-running", "Stop the turn first: the browser is in use.");
    }
    if (this.handOver.state) throw browserHandedOver();
  }

  /** Resolves when the browser's server has ended, by itself: its last cookies are on the disk then. */
  async closeBrowser(): Promise<void> {
    await this.#servers.stopOnce(BROWSER_SERVER);
  }

  /**
   * Writes the message down and starts a turn with it. Resolves when both are on disk, before the
   * model is asked (D2). `ended` resolves with how the turn ended.
   */
  async send(
    text: string,
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    return await this.#begin(() => this.#record.begin(text));
  }

  /**
   * Asks a turn anew, with another text or, where none is given, the same. The turn that was there, and
   * all that followed it, is kept as a variant. Throws an `AppError` `turn-unknown`.
   */
  async resend(
    turnId: string,
    text?: string,
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    const asked = this.#record.questionOf(turnId);
    return await this.#begin(() => this.#record.beginAnew(turnId, text ?? asked));
  }

  /** Brings a variant back, with all that followed it. Throws `turn-running` and `turn-unknown`. */
  chooseVariant(turnId: string): void {
    this.#refuseUnlessFree();
    this.#record.showVariant(turnId);
  }

  variants(): readonly TurnVariants[] {
    return this.#options.store.turns.variants(this.id);
  }

  /** Sends the message, or queues it while a turn runs; returns its id once it is on disk. */
  async submit(text: string): Promise<string> {
    if (!this.#running) {
      try {
        return (await this.send(text)).message.id;
      } catch (error) {
        if (!(error instanceof AppError && error.code === "turn-running")) throw error;
      }
    }
    this.#refuseIfClosed();
    return this.queue.add(text).id;
  }

  /** Sends what was held back: at the next step of the running turn, else by a turn of its own. */
  async sendQueued(queuedId: string): Promise<void> {
    if (this.#running) return this.queue.release(queuedId);
    await this.#begin(() => {
      const begun = this.#record.begin(this.queue.find(queuedId).text, queuedId);
      this.queue.forget([queuedId]);
      return begun;
    });
  }

  async #begin(
    write: () => { readonly message: Message; readonly turn: Turn },
  ): Promise<{ readonly message: Message; readonly ended: Promise<TurnEnd> }> {
    const model = await this.#options.makeModel(this.#record.row);
    // Asked only now: meanwhile another message may have begun a turn.
    this.#refuseUnlessFree();
    const { message, turn } = write();
    this.#resultLimits = resultLimits(model.facts);
    const abort = new AbortController();
    const ended = this.#run(model, turn, abort.signal);
    this.#running = { abort, ended };
    return { message, ended };
  }

  #refuseUnlessFree(): void {
    this.#refuseIfClosed();
    if (!this.#running) return;
    throw new AppError("turn-running", "A turn is running. Wait for its end or stop it first.");
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw new AppError("conversation-closed", "This conversation is closed.");
  }

  /** Ends the running turn, if there is one; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#running?.abort.abort(new DOMException("The person stopped the turn.", "AbortError"));
    await this.#running?.ended;
  }

  /** See {@link ConversationServers.setServers}. */
  reconfigureServers(): void {
    this.#servers.setServers(this.#configs());
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

  /** A second stop kills. Throws an `AppError` `browser-handed-over` for the browser of a person. */
  async stopServer(server: string): Promise<void> {
    this.#refuseIfWithPerson(server);
    this.#examinations.get(server)?.abort(stoppedExamination());
    await this.#servers.stop(server);
  }

  /**
   * A person wants another try: what kept it from starting, or from telling its tools, is forgotten.
   * Throws as {@link stopServer}.
   */
  async retryServer(server: string): Promise<void> {
    this.#refuseIfWithPerson(server);
    await this.#servers.retry(server);
  }

  /** The person accepts these tools as they have seen them (S42). */
  approveTools(server: string, seen: readonly SeenTool[]): void {
    this.#servers.approveTools(server, seen);
  }

  /** All that went between the app and the server (M14). Throws an `AppError` `server-unknown`. */
  record(server: string): FrameRecord {
    return this.#servers.record(server);
  }

  /** Runs a command of the composer; resolves with what is shown of it. Throws as {@link stopServer} and {@link runMcpCommand}. */
  async command(text: string): Promise<string> {
    const command = parseMcpCommand(text);
    if (command?.kind === "restart" || command?.kind === "retry") {
      this.#refuseIfWithPerson(command.server);
    }
    return await runMcpCommand(text, this.#servers, this.#options.redactor);
  }

  /** Stops turn and servers; no other turn begins any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
    for (const abort of this.#examinations.values()) abort.abort(stoppedExamination());
    await this.handOver.close();
    await this.#servers.close();
  }

  /** On its way there or back it can be stopped all the same: that is the way out of one that hangs. */
  #refuseIfWithPerson(server: string): void {
    if (server === BROWSER_SERVER && this.handOver.state?.step === "person") {
      throw browserHandedOver();
    }
  }

  #makeServers(): ConversationServers {
    const servers = this.#options.makeServers(this.#configs());
    servers.changed.on((server) => {
      if (server.pid === null && servers.config(server.name)?.isBrowser) this.#tools.forgetPage();
      this.#options.emit({ type: "server-changed", server });
    });
    servers.removed.on((name) =>
      this.#options.emit({ type: "server-removed", conversationId: this.id, name }),
    );
    servers.missing.on((message) =>
      this.#options.emit({ type: "notice", conversationId: this.id, message }),
    );
    return servers;
  }

  /** While the person has the browser, it has a window. */
  #configs(): readonly ServerConfig[] {
    const headless = this.#record.row.headless && !this.#windowShown;
    return this.#options.serversFor({ ...this.#record.row, headless });
  }

  #makeHandOver(): HandOver {
    const { clock, logger } = this.#options;
    return new HandOver({
      clock,
      logger,
      reserveBrowser: (signal, work) => this.#servers.reserve(BROWSER_SERVER, signal, work),
      isHeadless: () => this.#record.row.headless,
      windowFault: this.#options.windowFault,
      showWindow: (shown) => {
        this.#windowShown = shown;
        this.reconfigureServers();
      },
      onHandedBack: (raw) => {
        this.#tools.takeBack(raw);
        this.#options.questions.pageHandedBack(this.id);
      },
      onChange: () => this.#record.tellSummary(),
    });
  }

  async #run(model: ModelPort, turn: Turn, signal: AbortSignal): Promise<TurnEnd> {
    const { store, clock, logger, redactor, approver, workspace } = this.#options;
    return await runTurn(
      {
        conversationId: this.id,
        turnId: turn.id,
        messages: this.#record.messages,
        calls: this.#record.calls,
      },
      {
        model,
        clock,
        logger,
        newId,
        tools: this.#allTools,
        approvals: new CallDecisions({
          store,
          approver,
          clock,
          redactor,
          preset: this.#options.preset,
          workspace,
          isBrowser: (server) => this.#servers.config(server)?.isBrowser === true,
          view: () => this.#tools.view,
        }),
        journal: this.#record.journal,
        window: this.#record.modelWindow,
        keepResult: (call) => keepResult(workspace, call, logger),
        takeQueued: () => this.#takeQueued(turn.id),
        instructions: () => instructionText(this.instructions()),
        emit: (event) => this.#take(turn.id, event),
      },
      signal,
    );
  }

  /** Whoever hears that the turn has ended may begin the next. */
  #take(turnId: string, event: TurnEvent): void {
    if (event.type === "turn-end") this.#running = null;
    this.#record.take(turnId, event);
    if (event.type === "turn-end") this.#afterTurn(event);
  }

  #takeQueued(turnId: string): readonly Message[] {
    const { ready } = this.queue;
    if (ready.length === 0) return [];
    const messages = this.#record.admit(turnId, ready);
    this.queue.forget(ready.map(({ id }) => id));
    return messages;
  }

  /** What was queued goes on by itself only after a turn that ended as it should. */
  #afterTurn({ reason }: TurnEnd): void {
    const [next] = this.queue.ready;
    if (reason !== "finished" || !next) return this.queue.hold();
    // It came in the moment between the turn's last look at the queue and its end.
    this.sendQueued(next.id).catch((error: unknown) => {
      this.#options.logger.warn(`A queued message could not be sent: ${messageOf(error)}`);
      this.queue.hold();
    });
  }
}

function browserHandedOver(): AppError {
  return new AppError("browser-handed-over", "Hand the browser back first: it is with you.");
}

function stoppedExamination(): AppError {
  return new AppError("examination-stopped", "The examination was stopped.");
}
