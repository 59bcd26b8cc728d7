import { z } from "zod";
import { AppState } from "../model/app-state.ts";
import { ApprovalAnswer, ApprovalPreset, StandingRule } from "../model/approval.ts";
import { ConversationSnapshot, ConversationSummary } from "../model/conversation.ts";
import { BrowserFiles } from "../model/browser-files.ts";
import { BrowserOptions } from "../model/browser-options.ts";
import { Examination } from "../model/examination.ts";
import { FrameFilter, FramePage } from "../model/frame.ts";
import { Login, ProfileStatus } from "../model/login.ts";
import { SaveServerResult, ServerDraft, ServerList, ServerSecret } from "../model/server-entry.ts";
import { ImportChoice, ImportPreview } from "../model/server-import.ts";
import { ModelFactOverrides, ModelFacts } from "../model/model-facts.ts";
import { Instructions, MAX_INSTRUCTIONS_CHARS } from "../model/instructions.ts";
import { QuestionAnswer } from "../model/question.ts";
import { ExportFormat } from "../model/export.ts";
import { SearchQuery, SearchResult } from "../model/search.ts";
import { TurnVariants } from "../model/turn.ts";
import { InstalledBrowser, ProviderId, Settings, Theme } from "../model/settings.ts";
import {
  MAX_DRAGGED_FILES,
  MAX_DRAGGED_PICTURES,
  MAX_FIELD_CHARS,
  MAX_IMPORT_CHARS,
  MAX_LISTED_FILES,
  MAX_LISTED_FRAMES,
  MAX_SHOWN_TEXT_CHARS,
  MAX_APPROVED_TOOLS,
  MAX_MESSAGE_CHARS,
} from "./limits.ts";

const id = z.string().min(1).max(64);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const pictureFile = sha256;
const field = z.string().max(MAX_FIELD_CHARS);
const nothing = z.undefined();
const done = z.void();
const conversation = z.object({ conversationId: id });
/** What can stand in `${secret:NAME}`. */
const secretName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/);
const queued = conversation.extend({ queuedId: id });
const messageText = z.string().min(1).max(MAX_MESSAGE_CHARS);

const modelDraft = z.object({
  provider: ProviderId.exclude(["practice"]),
  /** Null for the provider's own address. */
  baseUrl: field.nullable(),
  model: field.min(1),
  /** Null for none. */
  key: field.nullable(),
});
export type ModelDraft = z.infer<typeof modelDraft>;

const modelPlace = modelDraft.omit({ model: true });
/** Where models are looked for. */
export type ModelPlaceDraft = z.infer<typeof modelPlace>;

/**
 * Every request that the window can make of the main process. An entry is type and check at once:
 * main refuses an input and a result that do not fit (S15).
 */
export const requests = {
  /** What the window shows first. */
  readAppState: { input: nothing, output: AppState },

  /** A new, empty conversation with the default model; its browser begins with the login, where one is named (M26). */
  createConversation: {
    input: z.object({ loginId: id.optional() }).optional(),
    output: ConversationSummary,
  },
  /** Looks for words in titles, messages, tool arguments and results of all conversations. */
  searchConversations: { input: z.object({ query: SearchQuery }), output: SearchResult },
  openConversation: { input: conversation, output: ConversationSnapshot },
  /**
   * A conversation that goes on from a message of another one, with a copy of its workspace, and of its
   * browser's logins if asked; refused while a turn runs, and then while the browser does.
   */
  forkConversation: {
    input: conversation.extend({ messageId: id, withProfile: z.boolean() }),
    output: ConversationSummary,
  },
  /**
   * Asks the person where to, and writes the conversation there, secrets blacked out; `redacted` tells
   * whether there were any. Null when they change their mind.
   */
  exportConversation: {
    input: conversation.extend({ format: ExportFormat }),
    output: z.object({ redacted: z.boolean() }).nullable(),
  },
  /** Asks for an export as JSON and makes a conversation of it; null when they change their mind. */
  importConversation: { input: nothing, output: ConversationSummary.nullable() },
  renameConversation: { input: conversation.extend({ title: field.min(1) }), output: done },
  /** Ends what runs in it and deletes it with its pictures, workspace and browser profile. */
  deleteConversation: { input: conversation, output: done },
  /** What the model is told about its work, all of it. */
  readInstructions: { input: conversation, output: Instructions },
  /** Puts the person's own words in the place of the app's; null takes them back. Holds from the next step. */
  setInstructions: {
    input: conversation.extend({ text: z.string().min(1).max(MAX_INSTRUCTIONS_CHARS).nullable() }),
    output: done,
  },
  chooseModel: { input: conversation.extend({ modelId: id }), output: done },
  /** Whether the browser works without a window; holds from its next start. */
  setHeadless: { input: conversation.extend({ headless: z.boolean() }), output: done },
  /**
   * Opens the conversation's browser in a window, on the same pages, for the person to work in; the
   * agent's calls wait meanwhile. Resolves when the window is open.
   */
  takeOverBrowser: { input: conversation, output: done },
  /** Brings the window of a browser that is with the person to the front. */
  showBrowserWindow: { input: conversation, output: done },
  /** The agent goes on where the person left the browser. Resolves when it can. */
  handBackBrowser: { input: conversation, output: done },

  /**
   * Resolves once the message is on disk; the turn goes on in the background. While a turn runs, it is
   * queued and goes in at the next step.
   */
  sendMessage: {
    input: conversation.extend({ text: messageText }),
    output: z.object({ messageId: id }),
  },
  /** Changes a message that is still queued; refused when it has been sent meanwhile. */
  editQueued: { input: queued.extend({ text: messageText }), output: done },
  removeQueued: { input: queued, output: done },
  /** Sends a message that was held back: now, or at the next step of the running turn. */
  sendQueued: { input: queued, output: done },
  /**
   * Asks a turn anew, with another text or, without one, the same; resolves as `sendMessage` does. What
   * was there, and all that followed, is kept as a variant.
   */
  resendMessage: {
    input: conversation.extend({
      turnId: id,
      text: z.string().min(1).max(MAX_MESSAGE_CHARS).optional(),
    }),
    output: z.object({ messageId: id }),
  },
  /** The places in the conversation where a turn was asked more than once. */
  listVariants: { input: conversation, output: z.array(TurnVariants).readonly() },
  /** Shows this variant, with all that followed it, in the place of the one that is shown. */
  chooseVariant: { input: conversation.extend({ turnId: id }), output: done },
  /** Resolves when the turn has ended. */
  stopTurn: { input: conversation, output: done },
  answerApproval: { input: z.object({ approvalId: id, answer: ApprovalAnswer }), output: done },

  setApprovalPreset: { input: z.object({ preset: ApprovalPreset }), output: Settings },
  /** What was answered for good, and for single conversations. */
  listApprovalRules: { input: nothing, output: z.array(StandingRule).readonly() },
  /** Answers beforehand, for every conversation: for a server, one tool of it, or one site. */
  setApprovalRule: {
    input: z.object({
      server: field.min(1),
      tool: field.min(1).nullable(),
      site: field.min(1).nullable(),
      decision: z.enum(["allow", "deny"]),
    }),
    output: done,
  },
  forgetApprovalRule: {
    input: z.object({ key: field.min(1), conversationId: id.nullable() }),
    output: done,
  },

  /** What the person answers to what the model asks; one for a question that is gone is left out. */
  answerQuestion: { input: z.object({ questionId: id, answer: QuestionAnswer }), output: done },

  /** Starts the tour in a conversation of its own. */
  startTour: { input: nothing, output: ConversationSummary },

  /** Asks the model for one word, keeps it when it answers, and makes it the default. */
  connectModel: { input: modelDraft, output: Settings },
  /** The names of the models that are there, for the person to choose from; any other can be typed. */
  listModels: { input: modelPlace, output: z.array(z.string()).readonly() },
  /** What the person says of their model; what is left out, the app knows or does not (M28). */
  setModelFacts: {
    input: z.object({ modelId: id, facts: ModelFactOverrides }),
    output: Settings,
  },
  /** What is known of the person's models, by their ids. */
  readModelFacts: {
    input: nothing,
    output: z.record(z.string(), ModelFacts).readonly(),
  },
  forgetModel: { input: z.object({ modelId: id }), output: Settings },
  setDefaultModel: { input: z.object({ modelId: id }), output: Settings },
  setTheme: { input: z.object({ theme: Theme }), output: Settings },

  /** Begins to set up Chromium, or goes on with it; its way is told by `runtime-changed` (M25). */
  setUpBrowser: { input: nothing, output: done },
  /** Resolves when nothing of it runs any more. What was downloaded can be kept for the next time. */
  cancelBrowserSetUp: { input: z.object({ keepDownload: z.boolean() }), output: done },
  /** Installed browsers that may be driven instead of the app's own. */
  listBrowsers: { input: nothing, output: z.array(InstalledBrowser).readonly() },
  /** One of these; null for the app's own again. Holds from each browser's next start. */
  chooseBrowser: { input: z.object({ executable: field.nullable() }), output: Settings },

  /**
   * Lets the person choose a program by the system's own dialog; one that does not start as a browser is
   * refused. Resolves also when they change their mind, with nothing changed.
   */
  chooseBrowserFile: { input: nothing, output: Settings },

  /** What is set about the browser of every conversation (M24); holds from each browser's next start. */
  setBrowserOptions: { input: z.object({ options: BrowserOptions }), output: Settings },

  /** The browser profile of the conversation: its size, and whose it is now (M26). */
  readProfile: { input: conversation, output: ProfileStatus },
  /** Forgets every login of the conversation; refused while its browser runs. */
  wipeProfile: { input: conversation, output: done },
  /** Profiles that were saved under a name, by it. */
  listLogins: { input: nothing, output: z.array(Login).readonly() },
  /** Closes the conversation's browser and keeps its profile under the name. */
  saveLogin: { input: conversation.extend({ name: field.min(1) }), output: Login },
  renameLogin: { input: z.object({ loginId: id, name: field.min(1) }), output: done },
  deleteLogin: { input: z.object({ loginId: id }), output: done },

  /** What the conversation's browser has saved, and how much is too much (M22). */
  listBrowserFiles: { input: conversation, output: BrowserFiles },
  /** Removes these, by their `path`; answers with what is left. Refused while a turn runs. */
  removeBrowserFiles: {
    input: conversation.extend({ paths: z.array(field.min(1)).min(1).max(MAX_LISTED_FILES) }),
    output: BrowserFiles,
  },
  /** Shows one of them, or another file of the workspace, in the system's file manager; null for the folder of all. */
  showBrowserFile: { input: conversation.extend({ path: field.nullable() }), output: done },

  restartServer: { input: conversation.extend({ server: field }), output: done },
  /**
   * Starts the server once, apart from the conversation's own process of it, to see what is wrong; calls
   * wait meanwhile. `report` says the same as plain text. `stopServer` gives it up.
   */
  examineServer: {
    input: conversation.extend({ server: field }),
    output: z.object({ examination: Examination, report: z.string() }),
  },
  stopServer: { input: conversation.extend({ server: field }), output: done },
  /** Accepts tools that have changed or are new, exactly as the person has seen them (S42). */
  approveTools: {
    input: conversation.extend({
      server: field,
      tools: z
        .array(z.object({ tool: field, hash: sha256 }))
        .min(1)
        .max(MAX_APPROVED_TOOLS),
    }),
    output: done,
  },
  /** The latest messages between the app and the server, secrets hidden (M14, M23). */
  readFrames: {
    input: conversation.extend({
      server: field,
      filter: FrameFilter.optional(),
      limit: z.number().int().min(1).max(MAX_LISTED_FRAMES),
    }),
    output: FramePage,
  },
  /**
   * Asks the person where to, and writes all that are remembered there, a line of JSON each. With `kept`
   * they hold passwords and keys as they went over the wire: only for a person who was warned. False when
   * they change their mind.
   */
  exportFrames: {
    input: conversation.extend({ server: field, secrets: z.enum(["hidden", "kept"]) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** All the text of a result of which the model got a part, up to a length (M21). */
  readFullText: {
    input: conversation.extend({ callId: id }),
    output: z.object({ text: z.string().max(MAX_SHOWN_TEXT_CHARS), isWhole: z.boolean() }),
  },
  /** Runs what begins with `/mcp` in the composer; the model hears nothing of it. The text is what is shown. */
  runCommand: {
    input: conversation.extend({ text: field.min(1) }),
    output: z.object({ text: z.string() }),
  },

  /** The person's own servers, as their `mcp.json` has them (M1). Of none of these requests a server starts (S39). */
  listServers: { input: nothing, output: ServerList },
  /** Adds one where `revision` is null, else changes the one that was seen in that state. */
  saveServer: {
    input: z.object({ name: field, revision: field.nullable(), draft: ServerDraft }),
    output: SaveServerResult,
  },
  removeServer: { input: z.object({ name: field }), output: ServerList },
  setServerEnabled: { input: z.object({ name: field, enabled: z.boolean() }), output: ServerList },
  /** The value of one variable that is hidden in the list (M23). */
  revealServerVariable: {
    input: z.object({ name: field, variable: field }),
    output: z.object({ value: z.string() }),
  },

  /** Secrets that servers are given by `${secret:NAME}`: their names; a value goes in and never comes out (S36). */
  listServerSecrets: { input: nothing, output: z.array(ServerSecret).readonly() },
  setServerSecret: {
    input: z.object({ name: secretName, value: field.min(1) }),
    output: z.array(ServerSecret).readonly(),
  },
  deleteServerSecret: {
    input: z.object({ name: secretName }),
    output: z.array(ServerSecret).readonly(),
  },

  /** What the file of another client, as it was dropped or pasted, would bring (M4). */
  previewServerImport: {
    input: z.object({ fileName: field, text: z.string().max(MAX_IMPORT_CHARS) }),
    output: ImportPreview,
  },
  /** The same for a file that the person is asked for; null when they change their mind. */
  chooseServerImport: { input: nothing, output: ImportPreview.nullable() },
  /** Writes the chosen ones of the latest preview, all or none. */
  importServers: {
    input: z.object({ importId: id, choices: z.array(ImportChoice).min(1).readonly() }),
    output: ServerList,
  },

  /** To be called in `dragstart`: hands copies of the pictures, under good names, to the system's drag. */
  dragPictures: {
    input: conversation.extend({
      files: z.array(pictureFile).min(1).max(MAX_DRAGGED_PICTURES),
    }),
    output: done,
  },
  /** The same for files that a call has left in the workspace, by their `path` (M22). */
  dragFiles: {
    input: conversation.extend({ paths: z.array(field.min(1)).min(1).max(MAX_DRAGGED_FILES) }),
    output: done,
  },
  /** Asks the person where to, and puts a copy there; resolves also when they change their mind. */
  savePicture: { input: conversation.extend({ file: pictureFile }), output: done },
  /** Opens a link of a message in the person's own browser; https and mailto only (S08). */
  openLink: { input: z.object({ url: field }), output: done },
} as const;

export type Requests = typeof requests;
export type RequestName = keyof Requests;
export type RequestInput<N extends RequestName> = z.input<Requests[N]["input"]>;
export type RequestOutput<N extends RequestName> = z.output<Requests[N]["output"]>;
