import type { RequestName, RequestOutput, Requests } from "../../src-preload/contract/requests.ts";
import type { z } from "zod";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { Settings } from "../../src-preload/model/settings.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ConnectedModels } from "../conversations/connected-models.ts";
import type { Tours } from "../conversations/tours.ts";

/** One function for each request of the contract: the compiler counts them. */
export type Handlers = {
  readonly [N in RequestName]: (
    input: z.output<Requests[N]["input"]>,
  ) => RequestOutput<N> | Promise<RequestOutput<N>>;
};

/** A picture that is to leave the window as a file. */
export interface DraggedPicture {
  readonly file: string;
  readonly call: ToolCall | null;
}

export interface HandlerServices {
  readonly conversations: Conversations;
  readonly models: ConnectedModels;
  readonly tours: Tours;
  readonly readAppState: () => AppState | Promise<AppState>;
  readonly changeSettings: (change: (settings: Settings) => Settings) => Settings;
  readonly dragPictures: (pictures: readonly DraggedPicture[]) => void;
  readonly openLink: (url: string) => Promise<void>;
}

/** What each request does, in terms of the rooms that do it. */
export function createHandlers(services: HandlerServices): Handlers {
  return {
    readAppState: services.readAppState,
    openLink: ({ url }) => services.openLink(url),
    ...conversationHandlers(services),
    ...modelHandlers(services),
    setTheme: ({ theme }) => services.changeSettings((settings) => ({ ...settings, theme })),
  };
}

type Some<N extends RequestName> = Pick<Handlers, N>;

function conversationHandlers({
  conversations,
  models,
  tours,
  dragPictures,
}: HandlerServices): Some<
  | "createConversation"
  | "openConversation"
  | "renameConversation"
  | "deleteConversation"
  | "chooseModel"
  | "setHeadless"
  | "sendMessage"
  | "stopTurn"
  | "answerApproval"
  | "startTour"
  | "restartServer"
  | "stopServer"
  | "dragPictures"
> {
  const live = (id: string) => conversations.live(id);
  const { headless } = models.settings();
  return {
    createConversation: () =>
      conversations.create({ title: "New conversation", modelId: models.defaultId(), headless }),
    openConversation: ({ conversationId }) => conversations.open(conversationId),
    renameConversation: ({ conversationId, title }) => live(conversationId).change({ title }),
    deleteConversation: ({ conversationId }) => conversations.delete(conversationId),
    chooseModel: ({ conversationId, modelId }) => live(conversationId).change({ modelId }),
    setHeadless: (input) => live(input.conversationId).setHeadless(input.headless),
    sendMessage: async ({ conversationId, text }) => {
      const { message } = await live(conversationId).send(text);
      return { messageId: message.id };
    },
    stopTurn: ({ conversationId }) => live(conversationId).stop(),
    answerApproval: ({ approvalId, answer }) => conversations.approvals.answer(approvalId, answer),
    startTour: async () => (await tours.start(headless)).summary,
    restartServer: ({ conversationId, server }) => live(conversationId).stopServer(server),
    stopServer: ({ conversationId, server }) => live(conversationId).stopServer(server),
    dragPictures: ({ conversationId, files }) => {
      const conversation = live(conversationId);
      dragPictures(files.map((file) => ({ file, call: conversation.toolCallOf(file) })));
    },
  };
}

function modelHandlers({
  models,
}: HandlerServices): Some<"connectModel" | "forgetModel" | "setDefaultModel"> {
  return {
    connectModel: (draft) => models.connect(draft, new AbortController().signal),
    forgetModel: ({ modelId }) => models.forget(modelId),
    setDefaultModel: ({ modelId }) => models.setDefault(modelId),
  };
}
