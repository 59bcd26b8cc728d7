import { useRef, type DragEvent, type MouseEvent } from "react";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";

/**
 * What makes an element drag a picture out as a file. The page's own drag is given up: main
 * begins the system's drag with a copy under a good name (M34).
 */
export function usePictureDrag(file: string) {
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  // Where the page's drag was given up, letting go of the button still counts as a click.
  const wasDragged = useRef(false);
  return {
    draggable: true,
    onPointerDown() {
      wasDragged.current = false;
    },
    onDragStart(event: DragEvent) {
      event.preventDefault();
      wasDragged.current = true;
      void actions.attempt(() => client.dragPictures({ conversationId, files: [file] }));
    },
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}
