import { app, nativeImage, type NativeImage, type WebContents } from "electron";
import { sheetBitmap, SHEET_PX } from "./sheet-bitmap.ts";

/** Edge of the picture that hangs on the pointer, in pixels. */
const DRAG_ICON_PX = 96;

/** Hands pictures to the system's drag. To be called while the window is in `dragstart`. */
export function dragPicturesOut(contents: WebContents, files: readonly string[]): void {
  const [first] = files;
  if (first === undefined) return;
  const icon = nativeImage.createFromPath(first).resize({ width: DRAG_ICON_PX });
  contents.startDrag({ file: first, files: [...files], icon });
}

/** The same for files of any kind. */
export async function dragFilesOut(contents: WebContents, files: readonly string[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  contents.startDrag({ file: first, files: [...files], icon: await iconOf(first) });
}

/** The system's own for a file of this kind; no drag begins without one, so a drawn one where it has none. */
async function iconOf(file: string): Promise<NativeImage> {
  const icon = await app.getFileIcon(file, { size: "normal" }).catch(() => null);
  if (icon && !icon.isEmpty()) return icon;
  return nativeImage.createFromBitmap(sheetBitmap(), { width: SHEET_PX, height: SHEET_PX });
}
