import type { IpcMainInvokeEvent } from "electron";

/**
 * Whether a request comes from the main frame of a window of ours that still shows the app (S14).
 * An empty address and `about:blank` are strangers too.
 */
export function isOurWindow(event: IpcMainInvokeEvent, appOrigin: string): boolean {
  const { sender, senderFrame } = event;
  if (sender.isDestroyed() || !senderFrame) return false;
  return senderFrame === sender.mainFrame && originOf(senderFrame.url) === appOrigin;
}

/** A custom scheme has the origin "null" in Node; scheme and host say the same. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
