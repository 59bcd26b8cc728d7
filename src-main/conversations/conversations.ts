import { rm } from "node:fs/promises";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalPreset } from "../../src-preload/model/approval.ts";
import type {
  ConversationSnapshot,
  ConversationSummary,
} from "../../src-preload/model/conversation.ts";
import type { SearchQuery, SearchResult } from "../../src-preload/model/search.ts";
import type { ModelPort } from "../agent/ports.ts";
import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import { Emitter } from "../base/emitter.ts";
import { newId } from "../base/ids.ts";
import type { Redactor } from "../base/redactor.ts";
import type { Catalogue } from "../mcp/catalogue/catalogue.ts";
import type { ServerConfig } from "../mcp/config/server-config.ts";
import { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import type { LaunchContext } from "../mcp/connection/launch.ts";
import type { Store } from "../store/store.ts";
import type { ConversationRow } from "../store/tables/conversation-table.ts";
import { ApprovalRules } from "./approval-rules.ts";
import { ApprovalQueue, type Approver } from "./approver.ts";
import { readForExport, type ExportedConversation } from "./export/exported-conversation.ts";
import { importConversation, type ImportPlace } from "./export/import-conversation.ts";
import { conversationFolder, workspaceFolder } from "./folders.ts";
import { forkRecords } from "./fork.ts";
import { LiveConversation } from "./live-conversation.ts";
import { QuestionQueue, type Asker } from "./questions.ts";
import { previewFrom, summarise } from "./summary.ts";

/** Tries at a file that is still held, each a tenth of a second later than the one before. */
const REMOVE_TRIES = 3;

export interface ConversationsOptions {
  readonly data: string;
  readonly store: Store;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly launch: LaunchContext;
  /** The servers that a conversation has, by how it is set now. */
  readonly serversFor: (row: ConversationRow) => readonly ServerConfig[];
  readonly makeModel: (row: ConversationRow) => Promise<ModelPort>;
  /** Why no browser can show its window here; absent, one can. */
  readonly windowFault?: () => AppError | null;
  /** Who answers in place of a person; absent, requests wait in the queue. */
  readonly approver?: Approver;
  /** How much the person wants to be asked; absent: as usual. */
  readonly approvalPreset?: () => ApprovalPreset;
  /** Who is asked in place of a person; absent, questions wait. */
  readonly asker?: Asker;
}

export interface NewConversation {
  /** What it is called until its first message gives it a name. */
  readonly title?: string;
  readonly modelId: string | null;
  readonly headless: boolean;
  /** Given by a caller that wants to know it beforehand. */
  readonly id?: string;
}

/** All conversations: those that were opened in this run are alive, the others are rows. */
export class Conversations {
  readonly events = new Emitter<AppEvent>();
  readonly approvals: ApprovalQueue;
  readonly questions: QuestionQueue;
  readonly rules: ApprovalRules;

  readonly #options: ConversationsOptions;
  readonly #alive = new Map<string, LiveConversation>();
  #shown: string | null = null;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    this.rules = new ApprovalRules(options.store, options.clock);
    this.approvals = new ApprovalQueue(({ kind, request }) =>
      this.events.fire(
        kind === "requested"
          ? { type: "approval-requested", approval: request }
          : {
              type: "approval-settled",
              conversationId: request.conversationId,
              approvalId: request.id,
            },
      ),
    );
    this.questions = new QuestionQueue(({ kind, question }) => {
      const { conversationId, id } = question;
      this.events.fire(
        kind === "asked"
          ? { type: "question-asked", question }
          : { type: "question-settled", conversationId, questionId: id },
      );
    });
  }

  /** The one used last comes first. */
  list(): readonly ConversationSummary[] {
    return this.#options.store.conversations.list().map((row) => this.#summaryOf(row));
  }

  /** The conversations in which all words are found; what was saved before is found. */
  search(query: SearchQuery): SearchResult {
    return this.#options.store.search(query);
  }

  /** As it leaves the app, without the secrets of this run. Throws an `AppError` `conversation-unknown`. */
  exported(id: string): ExportedConversation {
    const { store, redactor, clock } = this.#options;
    const exported = readForExport(id, { store, redactor, now: clock() });
    if (exported) return exported;
    throw unknownConversation();
  }

  /** A conversation made of an export. Throws an `AppError` `import-refused`; none is made then. */
  import(json: string, place: ImportPlace): ConversationSummary {
    const id = importConversation(json, this.#options.store, place);
    const summary = this.live(id).summary();
    this.events.fire({ type: "conversation-changed", summary });
    return summary;
  }

  /** A conversation that goes on from a message of another one. Throws `conversation-unknown` and `message-unknown`. */
  fork(conversationId: string, messageId: string, id: string): ConversationSummary {
    const { store, clock } = this.#options;
    forkRecords(store, { conversationId, messageId }, { id, now: clock() });
    const summary = this.live(id).summary();
    this.events.fire({ type: "conversation-changed", summary });
    return summary;
  }

  create(options: NewConversation): ConversationSummary {
    const { store, clock } = this.#options;
    const now = clock();
    const { title = "New conversation", modelId, headless } = options;
    const id = options.id ?? newId();
    store.conversations.create({
      id,
      title,
      modelId,
      headless,
      createdAt: now,
      updatedAt: now,
      unread: false,
      instructions: null,
    });
    const summary = this.live(id).summary();
    this.events.fire({ type: "conversation-changed", summary });
    return summary;
  }

  /** Shows it: from now on what happens in it has been seen. */
  open(id: string): ConversationSnapshot {
    const conversation = this.live(id);
    this.#shown = id;
    if (conversation.summary().unread) conversation.change({ unread: false });
    return conversation.snapshot();
  }

  /**
   * Ends what runs in it and removes everything that belongs to it (M32). Throws an `AppError`
   * `conversation-unknown`, or `folder-kept` when another program holds a file of it.
   */
  async delete(id: string): Promise<void> {
    this.#rowOf(id);
    await this.#alive.get(id)?.close();
    this.#alive.delete(id);
    const { store, data } = this.#options;
    store.deleteConversation(id);
    try {
      await removeFolder(conversationFolder(data, id));
    } finally {
      this.events.fire({ type: "conversation-deleted", conversationId: id });
    }
  }

  /** The conversation, brought to life if it was not. Throws an `AppError` `conversation-unknown`. */
  live(id: string): LiveConversation {
    const alive = this.#alive.get(id);
    if (alive) return alive;
    const conversation = this.#bringToLife(this.#rowOf(id));
    this.#alive.set(id, conversation);
    return conversation;
  }

  /** To be called when a server's entry has changed, as when its browser was set up. */
  reconfigureServers(): void {
    for (const conversation of this.#alive.values()) {
      conversation.reconfigureServers();
    }
  }

  /** Stops every turn; each ends as stopped, with all that it had written. */
  async stopTurns(): Promise<void> {
    await Promise.all([...this.#alive.values()].map((conversation) => conversation.stop()));
  }

  /** Stops every server; the processes themselves are the supervisor's to end in time. */
  async close(): Promise<void> {
    await Promise.all([...this.#alive.values()].map((conversation) => conversation.close()));
  }

  #rowOf(id: string): ConversationRow {
    const row = this.#options.store.conversations.find(id);
    if (row) return row;
    throw unknownConversation();
  }

  #bringToLife(row: ConversationRow): LiveConversation {
    const { data, store, redactor, clock, catalogue, launch, serversFor, makeModel } =
      this.#options;
    const workspace = workspaceFolder(data, row.id);
    return new LiveConversation({
      row,
      workspace,
      store,
      redactor,
      clock,
      logger: launch.logger,
      makeModel,
      windowFault: this.#options.windowFault ?? (() => null),
      approver: this.#options.approver ?? this.approvals,
      preset: this.#options.approvalPreset ?? (() => "usual"),
      asker: this.#options.asker ?? this.questions,
      questions: this.questions,
      pendingApprovals: () => this.approvals.list(row.id),
      isShown: () => this.#shown === row.id,
      serversFor,
      makeServers: (configs) =>
        new ConversationServers(row.id, workspace, configs, catalogue, launch),
      emit: (event) => this.events.fire(event),
    });
  }

  #summaryOf(row: ConversationRow): ConversationSummary {
    const alive = this.#alive.get(row.id);
    if (alive) return alive.summary();
    const { turns, messages } = this.#options.store;
    const preview = previewFrom(messages.lastText(row.id) ?? "");
    return { ...summarise(row, turns.list(row.id), [], []), preview };
  }
}

function unknownConversation(): AppError {
  return new AppError("conversation-unknown", "This conversation does not exist any more.");
}

async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: REMOVE_TRIES });
  } catch (error) {
    throw new AppError(
      "folder-kept",
      "The conversation is deleted, but another program holds some of its files. Close that one and delete them in Pilothouse's data folder.",
      { cause: error },
    );
  }
}
