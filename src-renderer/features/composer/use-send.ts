import { runningTurn } from "../../state/thread.ts";
import { useRequest } from "../../state/use-request.ts";
import {
  useApp,
  useConversationId,
  useThread,
  useView,
  useWindowState,
} from "../../state/window-state-context.tsx";
import { isCommand, sendObstacle } from "./composer-state.ts";

/** The draft of this conversation and the way to send it. The text stays until main has it on disk. */
export function useSend() {
  const { client, actions, threads, view } = useWindowState();
  const conversationId = useConversationId();
  const draft = useView(({ drafts }) => drafts[conversationId] ?? "");
  const model = useConversationModel();
  const isRunning = useThread((thread) => runningTurn(thread) !== undefined);
  const { run, busy, failure } = useRequest();
  const obstacle = sendObstacle({ draft, model, isSending: busy });

  // What was typed meanwhile is a draft of its own.
  const clear = (): void => {
    if (view.getState().drafts[conversationId] === draft) actions.setDraft(conversationId, "");
  };
  const ask = (command: string): void => {
    void run(
      () => client.runCommand({ conversationId, text: command }),
      ({ text }) => {
        threads.note(conversationId, { command, text });
        clear();
      },
    );
  };
  const send = (): void => {
    if (obstacle !== null) return;
    if (isCommand(draft)) ask(draft.trim());
    else void run(() => client.sendMessage({ conversationId, text: draft }), clear);
  };
  return { draft, model, isRunning, obstacle, failure, send };
}

export function useConversationModel() {
  const modelId = useThread((thread) => thread.summary.modelId);
  return useApp(({ settings }) => settings.models.find(({ id }) => id === modelId));
}
