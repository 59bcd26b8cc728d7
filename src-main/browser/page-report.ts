import type { Page } from "../../src-preload/model/page.ts";

/** The page that a result of the browser server tells of; null when it tells of none. */
export function pageIn(raw: Readonly<Record<string, unknown>>): Page | null {
  const blocks = Array.isArray(raw["content"]) ? (raw["content"] as unknown[]) : [];
  for (const block of blocks) {
    const page = pageInText(textOf(block));
    if (page) return page;
  }
  return null;
}

/** Told as a page of its own, or as the current one in a list of tabs. */
function pageInText(text: string): Page | null {
  const tab = /^- \d+: \(current\) \[(.*)\]\((.+)\)$/m.exec(text);
  if (tab) return { url: tab[2] ?? "", title: tab[1] ?? "" };
  const url = /^- Page URL: (.+)$/m.exec(text)?.[1];
  if (url === undefined) return null;
  return { url, title: /^- Page Title: (.*)$/m.exec(text)?.[1] ?? "" };
}

function textOf(block: unknown): string {
  if (block === null || typeof block !== "object" || !("text" in block)) return "";
  return typeof block.text === "string" ? block.text : "";
}
