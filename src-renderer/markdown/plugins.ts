import type { PluginConfig } from "streamdown";

/** Themes whose every colour keeps its contrast, for light and dark. */
const codeThemes = ["github-light-high-contrast", "github-dark-high-contrast"] as const;

let loading: Promise<PluginConfig> | undefined;

/** Whether a text has code or mathematics. A single $ is a price, not a formula. */
export function needsPlugins(text: string): boolean {
  return text.includes("```") || text.includes("~~~") || text.includes("$$");
}

/** Loads what colours code and sets mathematics, once for the whole window. */
export function loadPlugins(): Promise<PluginConfig> {
  loading ??= Promise.all([
    import("@streamdown/code"),
    import("@streamdown/math"),
    import("katex/dist/katex.min.css"),
  ]).then(([code, math]) => ({
    code: code.createCodePlugin({ themes: [...codeThemes] }),
    math: math.createMathPlugin({ errorColor: "var(--ink-2)" }),
  }));
  return loading;
}
