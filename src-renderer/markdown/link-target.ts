import { visibleText } from "../components/visible-text.ts";

/** Where a link of an answer leads. */
export interface LinkTarget {
  /** What may be opened; null for an address that Pilothouse does not open. */
  readonly url: string | null;
  /** The true host or mail address, made visible. */
  readonly place: string;
  /** Whether the text of the link names another place than the true one. */
  readonly misleading: boolean;
}

const openable: readonly string[] = ["https:", "mailto:"];

/** A host inside a text: what looks like an address to a reader. */
const hostInText = /(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/iu;

/** The true target of a link, whatever its text says (S08, S24). */
export function linkTarget(href: string | undefined, text: string): LinkTarget {
  const url = href !== undefined && URL.canParse(href) ? new URL(href) : null;
  if (!url) return { url: null, place: visibleText(href ?? ""), misleading: false };
  const place = visibleText(url.host || url.pathname);
  const named = hostInText.exec(text)?.[1]?.toLowerCase();
  return {
    url: openable.includes(url.protocol) ? url.href : null,
    place,
    misleading:
      url.protocol !== "mailto:" && named !== undefined && !isSameHost(named, url.hostname),
  };
}

function isSameHost(named: string, host: string): boolean {
  return host === named || host === `www.${named}` || `www.${host}` === named;
}
