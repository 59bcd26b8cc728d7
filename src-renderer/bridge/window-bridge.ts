import type { Bridge } from "../../src-preload/contract/bridge.ts";

declare global {
  interface Window {
    /** Put there by the preload script; missing only when the page runs outside the app. */
    readonly pilothouse?: Bridge;
  }
}

/** The bridge that the preload script exposes. No other file may touch `window.pilothouse`. */
export function windowBridge(): Bridge {
  if (!window.pilothouse) throw new Error("The page runs outside Pilothouse: there is no bridge.");
  return window.pilothouse;
}
