import { dialog } from "electron";

/** Asks the person for another client's file of servers (M4); null when they change their mind. */
export async function chooseServersFile(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: "Take over servers from another app",
    properties: ["openFile", "showHiddenFiles"],
    filters: [
      { name: "JSON", extensions: ["json", "jsonc"] },
      { name: "All files", extensions: ["*"] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
