import type { Page } from "../../src-preload/model/page.ts";

/** Tools whose results hold the server's own words alone: of all others a page may have written a part. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  "browser_click",
  "browser_close",
  "browser_drag",
  "browser_drop",
  "browser_emulate_media",
  "browser_file_upload",
  "browser_fill_form",
  "browser_handle_dialog",
  "browser_hover",
  "browser_navigate",
  "browser_navigate_back",
  "browser_press_key",
  "browser_resize",
  "browser_select_option",
  "browser_snapshot",
  "browser_tabs",
  "browser_take_screenshot",
  "browser_type",
  "browser_wait_for",
]);

type Raw = Readonly<Record<string, unknown>>;

/**
 * The page that the browser is on after this result: the one that it tells of, else the one before.
 * Null when that is not clear. Sites are permitted by it, so a page that writes a line like the
 * server's into its console, a dialog or its title must not pass for another one (M30).
 */
export function pageAfter(raw: Raw, tool: string, before: Page | null): Page | null {
  const told = pagesIn(raw);
  const [page] = told;
  if (page === undefined) return before;
  if (told.some((other) => other === null || other.url !== page?.url)) return null;
  if (page?.url === before?.url) return before;
  return OWN_WORDS.has(tool) && raw["isError"] !== true ? page : null;
}

/** Null stands for one that cannot be told from the text around it. */
function pagesIn(raw: Raw): readonly (Page | null)[] {
  const blocks = Array.isArray(raw["content"]) ? (raw["content"] as unknown[]) : [];
  return blocks.map(textOf).flatMap((text) => [...currentTabsIn(text), ...pageSectionsIn(text)]);
}

function pageSectionsIn(text: string): readonly Page[] {
  const lines = text.matchAll(/^- Page URL: (.+)$(?:\n^- Page Title: (.*)$)?/gm);
  return [...lines].map(([, url = "", title = ""]) => ({ url, title }));
}

/** `- 1: (current) [title](address)`; both may hold anything, so more than one way to read it is none. */
function currentTabsIn(text: string): readonly (Page | null)[] {
  return [...text.matchAll(/^- \d+: \(current\) \[(.*)\)$/gm)].map(([, tab = ""]) => {
    const [title, url, ...more] = tab.split("](");
    return title === undefined || url === undefined || more.length > 0 ? null : { url, title };
  });
}

function textOf(block: unknown): string {
  if (block === null || typeof block !== "object" || !("text" in block)) return "";
  return typeof block.text === "string" ? block.text : "";
}
