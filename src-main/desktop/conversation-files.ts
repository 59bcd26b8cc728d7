import { dialog, type BrowserWindow } from "electron";

/** Asks where an export goes; null for a person who changes their mind. */
export async function askForExportFile(
  window: BrowserWindow,
  { name, ending }: { readonly name: string; readonly ending: string },
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: `${fileName(name)}.${ending}`,
    filters: [{ name: ending.toUpperCase(), extensions: [ending] }],
  });
  return canceled || !filePath ? null : filePath;
}

/** Asks which export is to be imported; null for a person who changes their mind. */
export async function askForImportFile(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: ["openFile"],
    filters: [{ name: "JSON", extensions: ["json"] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Longest name made of a title, in characters: with its ending it is one on every system. */
const MAX_NAME_CHARS = 80;

/** Without what some system does not take in a name. */
function fileName(title: string): string {
  const safe = title
    .replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const short = Array.from(safe).slice(0, MAX_NAME_CHARS).join("");
  return short.replace(/[. ]+$/, "") || "Conversation";
}
