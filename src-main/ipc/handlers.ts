import type { RequestName, RequestOutput, Requests } from "../../src-preload/contract/requests.ts";
import type { z } from "zod";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { BrowserOptions } from "../../src-preload/model/browser-options.ts";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { ExportFormat } from "../../src-preload/model/export.ts";
import type { InstalledBrowser, Settings } from "../../src-preload/model/settings.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { BrowserProfiles } from "../conversations/browser-profiles.ts";
import type { Conversations } from "../conversations/conversations.ts";
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
  readonly readAppState: () => AppState | Promise<AppState>;
  readonly transfer: TransferActions;
  readonly changeSettings: (change: (settings: Settings) => Settings) => void;
  readonly pictures: PictureActions;
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
    ...serverHandlers(services),
    ...pictureHandlers(services),
    ...transferHandlers(services),
    ...settingsHandlers(services),
    ...browserHandlers(services),
    ...profileHandlers(services),
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
    startTour: async () => (await tours.start(startsHeadless())).summary,
  };
}

function turnHandlers({
  conversations,
}: HandlerServices): Some<
  "sendMessage" | "resendMessage" | "listVariants" | "chooseVariant" | "stopTurn" | "answerApproval"
> {
  return {
    resendMessage: async ({ conversationId, turnId, text }) => {
      const { message } = await conversations.live(conversationId).resend(turnId, text);
      return { messageId: message.id };
    },
    listVariants: ({ conversationId }) => conversations.live(conversationId).variants(),
    chooseVariant: ({ conversationId, turnId }) =>
      conversations.live(conversationId).chooseVariant(turnId),
    sendMessage: async ({ conversationId, text }) => {
      const { message } = await conversations.live(conversationId).send(text);
      return { messageId: message.id };
    },
    stopTurn: ({ conversationId }) => conversations.live(conversationId).stop(),
    answerApproval: ({ approvalId, answer }) => conversations.approvals.answer(approvalId, answer),
  };
}

function serverHandlers({
  conversations,
}: HandlerServices): Some<
  | "restartServer"
  | "stopServer"
  | "examineServer"
  | "setHeadless"
  | "takeOverBrowser"
  | "showBrowserWindow"
  | "handBackBrowser"
> {
  const stop = (input: { conversationId: string; server: string }) =>
    conversations.live(input.conversationId).stopServer(input.server);
  return {
    stopServer: stop,
    // No server starts before it is called: the next call brings a fresh one (M9).
    restartServer: stop,
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
}: HandlerServices): Some<"connectModel" | "forgetModel" | "setDefaultModel" | "setTheme"> {
  return {
    connectModel: (draft) => models.connect(draft, new AbortController().signal),
    forgetModel: ({ modelId }) => models.forget(modelId),
    setDefaultModel: ({ modelId }) => models.setDefault(modelId),
    setTheme: ({ theme }) => {
      changeSettings((settings) => ({ ...settings, theme }));
      return models.settings();
    },
  };
}

function browserHandlers({
  browser,
  models,
}: HandlerServices): Some<
  "setUpBrowser" | "cancelBrowserSetUp" | "listBrowsers" | "chooseBrowser" | "setBrowserOptions"
> {
  return {
    setUpBrowser: () => browser.setUp.begin(),
    cancelBrowserSetUp: ({ keepDownload }) => browser.setUp.cancel(keepDownload),
    listBrowsers: () => browser.list(),
    chooseBrowser: async ({ executable }) => {
      await browser.choose(executable);
      return models.settings();
    },
    setBrowserOptions: ({ options }) => {
      browser.configure(options);
      return models.settings();
    },
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
