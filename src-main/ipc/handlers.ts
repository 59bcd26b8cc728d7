import type { RequestName, RequestOutput, Requests } from "../../src-preload/contract/requests.ts";
import type { z } from "zod";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { BrowserOptions } from "../../src-preload/model/browser-options.ts";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { ExportFormat } from "../../src-preload/model/export.ts";
import type { InstalledBrowser, Settings } from "../../src-preload/model/settings.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { AppServers } from "../app-servers.ts";
import type { BrowserProfiles } from "../conversations/browser-profiles.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Frames } from "../conversations/frames.ts";
import type { FullTexts } from "../conversations/full-texts.ts";
import type { FileToDrag, SavedFiles } from "../conversations/saved-files.ts";
import type { ConnectedModels } from "../conversations/connected-models.ts";
import type { Tours } from "../conversations/tours.ts";

/** One function for each request of the contract: the compiler counts them. */
export type Handlers = {
  readonly [N in RequestName]: (
    input: z.output<Requests[N]["input"]>,
  ) => RequestOutput<N> | Promise<RequestOutput<N>>;
};

/** A picture that is to leave the window as a file, and the call by which the file is named. */
export interface NamedPicture {
  readonly file: string;
  readonly call: ToolCall | null;
}

/** Hands copies of these files to the system's drag. */
export type DragFiles = (files: readonly FileToDrag[]) => Promise<void>;

export interface PictureActions {
  readonly drag: (pictures: readonly NamedPicture[]) => void;
  readonly save: (picture: NamedPicture) => Promise<void>;
}

/** Which browser is driven, and the set-up of the app's own. */
export interface BrowserActions {
  readonly setUp: {
    readonly begin: () => void;
    readonly cancel: (keepDownload: boolean) => Promise<void>;
  };
  readonly list: () => Promise<readonly InstalledBrowser[]>;
  readonly choose: (executable: string | null) => Promise<void>;
  readonly chooseFile: (named: string) => Promise<void>;
  readonly configure: (options: BrowserOptions) => void;
}

/** How conversations leave the app and come in; null when the person changes their mind. */
export interface TransferActions {
  readonly export: (
    conversationId: string,
    format: ExportFormat,
  ) => Promise<{ readonly redacted: boolean } | null>;
  readonly import: () => Promise<ConversationSummary | null>;
}

export interface HandlerServices {
  readonly conversations: Conversations;
  readonly models: ConnectedModels;
  readonly tours: Tours;
  readonly browser: BrowserActions;
  readonly profiles: BrowserProfiles;
  readonly servers: AppServers;
  readonly savedFiles: SavedFiles;
  readonly frames: Frames;
  readonly fullTexts: FullTexts;
  /** Asks where to, and writes the text there under this name; false when the person changes their mind. */
  readonly saveText: (text: string, name: string) => Promise<boolean>;
  /** Shows the file in the system's file manager. */
  readonly showInFolder: (place: string) => void;
  readonly dragFiles: DragFiles;
  readonly readAppState: () => AppState | Promise<AppState>;
  readonly transfer: TransferActions;
  readonly changeSettings: (change: (settings: Settings) => Settings) => void;
  readonly pictures: PictureActions;
  /** Lets the person choose a program; null when they change their mind. */
  readonly askForProgram: () => Promise<string | null>;
  /** Whether the browser of a new conversation works without a window. */
  readonly startsHeadless: () => boolean;
  readonly openLink: (url: string) => Promise<void>;
}

/** What each request does, in terms of the rooms that do it. */
export function createHandlers(services: HandlerServices): Handlers {
  return {
    readAppState: services.readAppState,
    openLink: ({ url }) => services.openLink(url),
    ...conversationHandlers(services),
    ...turnHandlers(services),
    ...approvalHandlers(services),
    ...serverHandlers(services),
    ...serverListHandlers(services),
    ...serverSecretHandlers(services),
    ...serverImportHandlers(services),
    ...pictureHandlers(services),
    ...transferHandlers(services),
    ...settingsHandlers(services),
    ...browserHandlers(services),
    ...profileHandlers(services),
    ...savedFileHandlers(services),
    ...wireHandlers(services),
  };
}

type Some<N extends RequestName> = Pick<Handlers, N>;

function conversationHandlers({
  conversations,
  models,
  profiles,
  tours,
  startsHeadless,
}: HandlerServices): Some<
  | "createConversation"
  | "openConversation"
  | "searchConversations"
  | "renameConversation"
  | "deleteConversation"
  | "chooseModel"
  | "readInstructions"
  | "setInstructions"
  | "startTour"
> {
  return {
    createConversation: (input) => {
      const options = { modelId: models.defaultId(), headless: startsHeadless() };
      const loginId = input?.loginId;
      return loginId === undefined
        ? conversations.create(options)
        : profiles.createWith(loginId, options);
    },
    searchConversations: ({ query }) => conversations.search(query),
    openConversation: ({ conversationId }) => conversations.open(conversationId),
    renameConversation: ({ conversationId, title }) =>
      conversations.live(conversationId).change({ title }),
    deleteConversation: ({ conversationId }) => conversations.delete(conversationId),
    chooseModel: ({ conversationId, modelId }) =>
      conversations.live(conversationId).change({ modelId }),
    readInstructions: ({ conversationId }) => conversations.live(conversationId).instructions(),
    setInstructions: ({ conversationId, text }) =>
      conversations.live(conversationId).change({ instructions: text }),
    startTour: async () => (await tours.start(startsHeadless())).summary,
  };
}

function turnHandlers({
  conversations,
}: HandlerServices): Some<
  | "sendMessage"
  | "resendMessage"
  | "listVariants"
  | "chooseVariant"
  | "editQueued"
  | "removeQueued"
  | "sendQueued"
  | "stopTurn"
  | "answerApproval"
  | "answerQuestion"
> {
  return {
    sendMessage: async ({ conversationId, text }) => ({
      messageId: await conversations.live(conversationId).submit(text),
    }),
    editQueued: ({ conversationId, queuedId, text }) =>
      conversations.live(conversationId).queue.edit(queuedId, text),
    removeQueued: ({ conversationId, queuedId }) =>
      conversations.live(conversationId).queue.remove(queuedId),
    sendQueued: ({ conversationId, queuedId }) =>
      conversations.live(conversationId).sendQueued(queuedId),
    resendMessage: async ({ conversationId, turnId, text }) => {
      const { message } = await conversations.live(conversationId).resend(turnId, text);
      return { messageId: message.id };
    },
    listVariants: ({ conversationId }) => conversations.live(conversationId).variants(),
    chooseVariant: ({ conversationId, turnId }) =>
      conversations.live(conversationId).chooseVariant(turnId),
    stopTurn: ({ conversationId }) => conversations.live(conversationId).stop(),
    answerQuestion: ({ questionId, answer }) => conversations.questions.answer(questionId, answer),
    answerApproval: ({ approvalId, answer }) => conversations.approvals.answer(approvalId, answer),
  };
}

/** What is asked and what was answered for longer than one call (M30). */
function approvalHandlers({
  conversations: { rules },
  models,
  changeSettings,
}: HandlerServices): Some<
  "setApprovalPreset" | "listApprovalRules" | "setApprovalRule" | "forgetApprovalRule"
> {
  return {
    setApprovalPreset: ({ preset }) => {
      changeSettings((settings) => ({ ...settings, approvals: preset }));
      return models.settings();
    },
    listApprovalRules: () => rules.list(),
    setApprovalRule: (rule) => rules.set(rule),
    forgetApprovalRule: ({ key, conversationId }) => rules.forget(key, conversationId),
  };
}

function serverHandlers({
  conversations,
}: HandlerServices): Some<
  | "restartServer"
  | "stopServer"
  | "examineServer"
  | "approveTools"
  | "runCommand"
  | "setHeadless"
  | "takeOverBrowser"
  | "showBrowserWindow"
  | "handBackBrowser"
> {
  return {
    stopServer: ({ conversationId, server }) =>
      conversations.live(conversationId).stopServer(server),
    // Its process does not start before it is called (M9); tools that could not be had are asked for.
    restartServer: ({ conversationId, server }) =>
      conversations.live(conversationId).retryServer(server),
    approveTools: ({ conversationId, server, tools }) =>
      conversations.live(conversationId).approveTools(server, tools),
    runCommand: async ({ conversationId, text }) => ({
      text: await conversations.live(conversationId).command(text),
    }),
    examineServer: ({ conversationId, server }) =>
      conversations.live(conversationId).examineServer(server),
    setHeadless: ({ conversationId, headless }) =>
      conversations.live(conversationId).setHeadless(headless),
    takeOverBrowser: ({ conversationId }) => conversations.live(conversationId).handOver.takeOver(),
    showBrowserWindow: ({ conversationId }) =>
      conversations.live(conversationId).handOver.showWindow(),
    handBackBrowser: ({ conversationId }) => conversations.live(conversationId).handOver.handBack(),
  };
}

function pictureHandlers({
  conversations,
  pictures,
}: HandlerServices): Some<"dragPictures" | "savePicture"> {
  const named = (conversationId: string, file: string): NamedPicture => ({
    file,
    call: conversations.live(conversationId).toolCallOf(file),
  });
  return {
    dragPictures: ({ conversationId, files }) =>
      pictures.drag(files.map((file) => named(conversationId, file))),
    savePicture: ({ conversationId, file }) => pictures.save(named(conversationId, file)),
  };
}

function transferHandlers({
  transfer,
}: HandlerServices): Some<"exportConversation" | "importConversation"> {
  return {
    exportConversation: ({ conversationId, format }) => transfer.export(conversationId, format),
    importConversation: () => transfer.import(),
  };
}

function settingsHandlers({
  models,
  changeSettings,
}: HandlerServices): Some<
  | "connectModel"
  | "listModels"
  | "setModelFacts"
  | "readModelFacts"
  | "forgetModel"
  | "setDefaultModel"
  | "setTheme"
> {
  return {
    listModels: (place) => models.list(place, new AbortController().signal),
    setModelFacts: ({ modelId, facts }) => models.setFacts(modelId, facts),
    readModelFacts: () => models.facts(),
    connectModel: (draft) => models.connect(draft, new AbortController().signal),
    forgetModel: ({ modelId }) => models.forget(modelId),
    setDefaultModel: ({ modelId }) => models.setDefault(modelId),
    setTheme: ({ theme }) => {
      changeSettings((settings) => ({ ...settings, theme }));
      return models.settings();
    },
  };
}

/** Which browser is driven, and how (M24, M25). */
export function browserHandlers({
  browser,
  models,
  askForProgram,
}: Pick<HandlerServices, "browser" | "models" | "askForProgram">): Some<
  | "setUpBrowser"
  | "cancelBrowserSetUp"
  | "listBrowsers"
  | "chooseBrowser"
  | "chooseBrowserFile"
  | "setBrowserOptions"
> {
  return {
    setUpBrowser: () => browser.setUp.begin(),
    cancelBrowserSetUp: ({ keepDownload }) => browser.setUp.cancel(keepDownload),
    listBrowsers: () => browser.list(),
    chooseBrowser: async ({ executable }) => {
      await browser.choose(executable);
      return models.settings();
    },
    chooseBrowserFile: async () => {
      const named = await askForProgram();
      if (named !== null) await browser.chooseFile(named);
      return models.settings();
    },
    setBrowserOptions: ({ options }) => {
      browser.configure(options);
      return models.settings();
    },
  };
}

/** What the browser has saved (M22). */
export function savedFileHandlers({
  savedFiles,
  showInFolder,
  dragFiles,
}: Pick<HandlerServices, "savedFiles" | "showInFolder" | "dragFiles">): Some<
  "listBrowserFiles" | "removeBrowserFiles" | "showBrowserFile" | "dragFiles"
> {
  return {
    listBrowserFiles: ({ conversationId }) => savedFiles.list(conversationId),
    removeBrowserFiles: ({ conversationId, paths }) => savedFiles.remove(conversationId, paths),
    showBrowserFile: ({ conversationId, path }) =>
      showInFolder(savedFiles.placeOf(conversationId, path)),
    dragFiles: ({ conversationId, paths }) => dragFiles(savedFiles.toDrag(conversationId, paths)),
  };
}

/** What went over the wire, in full (M14, M21). */
export function wireHandlers({
  frames,
  fullTexts,
  saveText,
}: Pick<HandlerServices, "frames" | "fullTexts" | "saveText">): Some<
  "readFrames" | "exportFrames" | "readFullText"
> {
  return {
    readFrames: ({ conversationId, server, filter = {}, limit }) =>
      frames.read(conversationId, server, filter, limit),
    exportFrames: async ({ conversationId, server, secrets }) => {
      const { text, fileName } = await frames.export(conversationId, server, secrets);
      return { saved: await saveText(text, fileName) };
    },
    readFullText: ({ conversationId, callId }) => fullTexts.read(conversationId, callId),
  };
}

/** Browser profiles and named logins (M26). */
export function profileHandlers({
  profiles,
}: Pick<HandlerServices, "profiles">): Some<
  | "forkConversation"
  | "readProfile"
  | "wipeProfile"
  | "listLogins"
  | "saveLogin"
  | "renameLogin"
  | "deleteLogin"
> {
  return {
    forkConversation: ({ withProfile, ...from }) => profiles.fork(from, { withProfile }),
    readProfile: ({ conversationId }) => profiles.status(conversationId),
    wipeProfile: ({ conversationId }) => profiles.wipe(conversationId),
    listLogins: () => profiles.logins.list(),
    saveLogin: ({ conversationId, name }) => profiles.saveLogin(conversationId, name),
    renameLogin: ({ loginId, name }) => profiles.logins.rename(loginId, name),
    deleteLogin: ({ loginId }) => profiles.logins.delete(loginId),
  };
}

type Servers = Pick<HandlerServices, "servers">;

/** The person's own servers in their file (M1, M3). */
export function serverListHandlers({
  servers,
}: Servers): Some<
  "listServers" | "saveServer" | "removeServer" | "setServerEnabled" | "revealServerVariable"
> {
  return {
    listServers: () => servers.list(),
    saveServer: ({ name, revision, draft }) => servers.save(name, revision, draft),
    removeServer: ({ name }) => servers.remove(name),
    setServerEnabled: ({ name, enabled }) => servers.setEnabled(name, enabled),
    revealServerVariable: ({ name, variable }) => ({ value: servers.reveal(name, variable) }),
  };
}

/** What servers are given by `${secret:NAME}` (M2). */
export function serverSecretHandlers({
  servers,
}: Servers): Some<"listServerSecrets" | "setServerSecret" | "deleteServerSecret"> {
  return {
    listServerSecrets: () => servers.listSecrets(),
    setServerSecret: ({ name, value }) => servers.setSecret(name, value),
    deleteServerSecret: ({ name }) => servers.deleteSecret(name),
  };
}

/** Servers from another client's file (M4). */
export function serverImportHandlers({
  servers,
}: Servers): Some<"previewServerImport" | "chooseServerImport" | "importServers"> {
  return {
    previewServerImport: ({ text, fileName }) => servers.previewImport(text, fileName),
    chooseServerImport: () => servers.chooseImport(),
    importServers: ({ importId, choices }) => servers.import(importId, choices),
  };
}
