import { shell } from "electron";
import { AppError } from "../base/errors.ts";
import { isOpenable } from "./openable-link.ts";

/** Opens a link in the person's own browser. Throws an `AppError` `link-refused` for anything odd (S08). */
export async function openLink(url: string): Promise<void> {
  if (!isOpenable(url)) {
    throw new AppError("link-refused", "Only https and mailto links are opened outside the app.");
  }
  await shell.openExternal(new URL(url).href);
}
