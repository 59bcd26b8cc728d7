import { useDragOut } from "../../components/use-drag-out.ts";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";

/** What makes an element drag a picture out as a file, under a good name (M34). */
export function usePictureDrag(file: string) {
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  return useDragOut(
    () => void actions.attempt(() => client.dragPictures({ conversationId, files: [file] })),
  );
}
