import { useEffect, useRef } from "react";
import { useApp } from "../state/window-state-context.tsx";
import { commandOf, type Command } from "./keymap.ts";

/** What a command does. False: nothing to do here, the key keeps its own meaning. */
export type CommandHandlers = Partial<Record<Command, () => boolean | void>>;

/** Runs commands on their keys, wherever the focus is, while the component is shown. */
export function useCommands(handlers: CommandHandlers): void {
  const platform = useApp((app) => app.platform);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // What lies on top (a menu, a dialog) has taken the key already.
      if (event.defaultPrevented) return;
      const command = commandOf(event, platform);
      const handler = command && latest.current[command];
      if (handler && handler() !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [platform]);
}
