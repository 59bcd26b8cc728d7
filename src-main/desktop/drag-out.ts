import { nativeImage, type WebContents } from "electron";

/** Edge of the picture that hangs on the pointer, in pixels. */
const DRAG_ICON_PX = 96;

/** Hands files to the system's drag. To be called while the window is in `dragstart`. */
export function dragOut(contents: WebContents, files: readonly string[]): void {
  const [first] = files;
  if (first === undefined) return;
  const icon = nativeImage.createFromPath(first).resize({ width: DRAG_ICON_PX });
  contents.startDrag({ file: first, files: [...files], icon });
}
