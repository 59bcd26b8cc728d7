import { useApp } from "../state/window-state-context.tsx";
import { keyWords, type Command } from "./keymap.ts";

/** Gives the words for a command's key on this platform. */
export function useKeyWords(): (command: Command) => string {
  const platform = useApp((app) => app.platform);
  return (command) => keyWords(command, platform);
}
