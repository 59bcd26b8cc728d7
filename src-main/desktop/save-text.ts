import { writeFile } from "node:fs/promises";
import { dialog, type BrowserWindow } from "electron";

/** For this person alone: what is exported may hold passwords. */
const PRIVATE_FILE = 0o600;

/** Asks where to, then writes the text there; false when the person changes their mind. */
export async function saveText(
  window: BrowserWindow,
  text: string,
  name: string,
): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name });
  if (canceled || !filePath) return false;
  await writeFile(filePath, text, { mode: PRIVATE_FILE });
  return true;
}
