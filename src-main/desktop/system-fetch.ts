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

/**
 * `fetch` as the system's browser does it: by the proxies that are set for this machine, and with
 * the certificates that it trusts. Redirects are refused and not followed; no cookie goes along.
 */
export const networkFetch: typeof fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, {
    ...init,
    cache: "no-store",
    credentials: "omit",
  });
