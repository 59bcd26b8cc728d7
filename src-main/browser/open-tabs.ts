/** A tab of the browser, by its address. */
export interface Tab {
  readonly url: string;
  readonly current: boolean;
}

/** As many tabs are opened again; who has more open has lost sight of them, too. */
export const MAX_TABS = 20;

/** What a browser can open again: a file or a page of its own is not for the person's eyes. */
const PROTOCOLS = ["http:", "https:"];

/**
 * The tabs that `browser_tabs` lists: `- 0: (current) [title](address)`. A title may hold anything, the
 * address follows the last `](`; what is no web address then is left out.
 */
export function tabsIn(raw: Readonly<Record<string, unknown>>): readonly Tab[] {
  const blocks = Array.isArray(raw["content"]) ? (raw["content"] as unknown[]) : [];
  return blocks
    .flatMap((block) => [
      ...textOf(block).matchAll(/^- \d+: (\(current\) )?\[.*\]\((.*)\)(?: \[crashed\])?$/gm),
    ])
    .map(([, current, url = ""]) => ({ url, current: current !== undefined }))
    .filter(({ url }) => PROTOCOLS.includes(protocolOf(url)))
    .slice(0, MAX_TABS);
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

function textOf(block: unknown): string {
  if (block === null || typeof block !== "object" || !("text" in block)) return "";
  return typeof block.text === "string" ? block.text : "";
}
