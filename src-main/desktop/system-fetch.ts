import { net } from "electron";

/**
 * A GET as the system's browser would make it: with its proxies and its certificates. Nothing of it
 * is kept in a cache, and no cookie goes along.
 */
export function systemFetch(
  url: string,
  init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
  return net.fetch(url, { ...init, cache: "no-store", credentials: "omit" });
}
