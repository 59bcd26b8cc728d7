import { useRef, type DragEvent, type MouseEvent } from "react";

/**
 * What makes an element drag something out of the window as a file. The page's own drag is given up, and
 * `begin` lets main begin the system's with a copy (M34).
 */
export function useDragOut(begin: () => void) {
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
      begin();
    },
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}
