import { runningTurn } from "../../state/thread.ts";
import { useRequest } from "../../state/use-request.ts";
import {
  useApp,
  useConversationId,
  useThread,
  useView,
  useWindowState,
} from "../../state/window-state-context.tsx";
import { sendObstacle } from "./composer-state.ts";

/** The draft of this conversation and the way to send it. The text stays until main has it on disk. */
export function useSend() {
  const { client, actions, view } = useWindowState();
  const conversationId = useConversationId();
  const draft = useView(({ drafts }) => drafts[conversationId] ?? "");
  const model = useConversationModel();
  const isRunning = useThread((thread) => runningTurn(thread) !== undefined);
  const { run, busy, failure } = useRequest();
  const obstacle = sendObstacle({ draft, model, isSending: busy });

  const send = (): void => {
    if (obstacle !== null) return;
    void run(
      () => client.sendMessage({ conversationId, text: draft }),
      () => {
        // What was typed meanwhile is a draft of its own.
        if (view.getState().drafts[conversationId] === draft) actions.setDraft(conversationId, "");
      },
    );
  };
  return { draft, model, isRunning, obstacle, failure, send };
}

export function useConversationModel() {
  const modelId = useThread((thread) => thread.summary.modelId);
  return useApp(({ settings }) => settings.models.find(({ id }) => id === modelId));
}
