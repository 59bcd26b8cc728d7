import { visibleText } from "./visible-text.ts";

/** Where a page really is: the host in ink, the path in grey. The host is as in the URL, punycode included. */
export function PageAddress({ url }: { readonly url: string }) {
  const { host, path } = splitAddress(url);
  return (
    <span className="host cut" title={visibleText(url)}>
      <b>{host}</b>
      {path}
    </span>
  );
}

interface Address {
  readonly host: string;
  readonly path: string;
}

/** Host and path of a URL, made visible. What is no URL with a host is shown as it is. */
export function splitAddress(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed?.host) return { host: visibleText(url), path: "" };
  const path = parsed.pathname + parsed.search + parsed.hash;
  return { host: parsed.host, path: path === "/" ? "" : visibleText(path) };
}
