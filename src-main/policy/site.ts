/**
 * The site that an approval is about (M30): scheme, host and port of an http(s) address, written the
 * way the URL standard writes them. Null for all else (`about:blank`, `data:`, `chrome:`, no address),
 * where nobody can be said to have agreed to anything.
 */
export function siteOf(url: string): string | null {
  const parsed = parse(url);
  return parsed !== null && isWeb(parsed) ? parsed.origin : null;
}

/** Where `browser_navigate` would go for this text: the browser server completes an address that has no scheme. */
export function addressOf(text: string): string {
  if (parse(text) !== null) return text;
  return text.startsWith("localhost") ? `http://${text}` : `https://${text}`;
}

/** The scheme with its colon, as the browser would read it; null when there is none. */
export function schemeOf(url: string): string | null {
  return parse(url)?.protocol ?? null;
}

function isWeb(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
