import { shell } from "electron";

/** Shows the file, or the folder, by the system's own file manager; nothing is opened or run. */
export function showInFolder(place: string): void {
  shell.showItemInFolder(place);
}
