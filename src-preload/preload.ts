import { contextBridge, ipcRenderer } from "electron";
import type { Bridge } from "./contract/bridge.ts";
import { EVENTS_CHANNEL, requestChannel, type AppEvent } from "./contract/events.ts";
import { requests } from "./contract/requests.ts";

const named = Object.keys(requests).map((name) => [
  name,
  (input: unknown) => ipcRenderer.invoke(requestChannel(name), input),
]);

contextBridge.exposeInMainWorld("pilothouse", {
  ...(Object.fromEntries(named) as Omit<Bridge, "onEvents">),
  onEvents(listener) {
    // The event object stays here: through it a page could reach the sender (S13).
    const forward = (_event: unknown, events: readonly AppEvent[]) => listener(events);
    ipcRenderer.on(EVENTS_CHANNEL, forward);
    return () => ipcRenderer.off(EVENTS_CHANNEL, forward);
  },
} satisfies Bridge);
