import { useLayoutEffect } from "react";
import { useApp } from "../state/window-state-context.tsx";

/** Puts the chosen theme on the page; none there means the system's. */
export function useTheme(): void {
  const theme = useApp(({ settings }) => settings.theme);
  useLayoutEffect(() => {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
  }, [theme]);
}
