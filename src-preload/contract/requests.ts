import { z } from "zod";
import { AppState } from "../model/app-state.ts";
import { ApprovalAnswer } from "../model/approval.ts";
import { ConversationSnapshot, ConversationSummary } from "../model/conversation.ts";
import { BrowserOptions } from "../model/browser-options.ts";
import { Examination } from "../model/examination.ts";
import { ExportFormat } from "../model/export.ts";
import { Login, ProfileStatus } from "../model/login.ts";
import { SearchQuery, SearchResult } from "../model/search.ts";
import { TurnVariants } from "../model/turn.ts";
import { InstalledBrowser, ProviderId, Settings, Theme } from "../model/settings.ts";
import { MAX_DRAGGED_PICTURES, MAX_FIELD_CHARS, MAX_MESSAGE_CHARS } from "./limits.ts";

const id = z.string().min(1).max(64);
const pictureFile = z.string().regex(/^[0-9a-f]{64}$/);
const field = z.string().max(MAX_FIELD_CHARS);
const nothing = z.undefined();
const done = z.void();
const conversation = z.object({ conversationId: id });

const modelDraft = z.object({
  provider: ProviderId.exclude(["practice"]),
  /** Null for the provider's own address. */
  baseUrl: field.nullable(),
  model: field.min(1),
  /** Null for none. */
  key: field.nullable(),
});
export type ModelDraft = z.infer<typeof modelDraft>;

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

  /** Resolves once the message is on disk; the turn goes on in the background. */
  sendMessage: {
    input: conversation.extend({ text: z.string().min(1).max(MAX_MESSAGE_CHARS) }),
    output: z.object({ messageId: id }),
  },
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

  /** Starts the tour in a conversation of its own. */
  startTour: { input: nothing, output: ConversationSummary },

  /** Asks the model for one word, keeps it when it answers, and makes it the default. */
  connectModel: { input: modelDraft, output: Settings },
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

  /** To be called in `dragstart`: hands copies of the pictures, under good names, to the system's drag. */
  dragPictures: {
    input: conversation.extend({
      files: z.array(pictureFile).min(1).max(MAX_DRAGGED_PICTURES),
    }),
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
