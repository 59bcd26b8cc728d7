import { dialog, type BrowserWindow, type OpenDialogOptions } from "electron";

/** What the dialog shows of a folder: programs have an ending on Windows alone. */
const filters: NonNullable<OpenDialogOptions["filters"]> =
  process.platform === "win32" ? [{ name: "Programs", extensions: ["exe"] }] : [];

/** Lets the person choose a program by the system's own dialog; null when they change their mind. */
export async function chooseProgram(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: "Choose a browser",
    buttonLabel: "Choose",
    properties: ["openFile"],
    filters,
  });
  return canceled ? null : (filePaths[0] ?? null);
}
