import { copyFile } from "node:fs/promises";
import { dialog, type BrowserWindow } from "electron";

/** Asks where to, then copies the picture there; a person who changes their mind gets nothing (M34). */
export async function savePicture(
  window: BrowserWindow,
  file: string,
  name: string,
): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name });
  if (!canceled && filePath) await copyFile(file, filePath);
}
