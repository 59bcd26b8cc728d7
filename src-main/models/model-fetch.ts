import { noStream, type ModelPlace } from "./model-errors.ts";

/** Headers in which providers take a key. */
const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key"];

/**
 * The `fetch` of one model's requests: without redirects, since the key would go along, without an
 * empty header where there is no key, and with a stream or an error as its answer, nothing else.
 */
export function modelFetch({ key, base }: ModelPlace, realFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (key === null) for (const name of KEY_HEADERS) headers.delete(name);
    const response = await realFetch(input, { ...init, headers, redirect: "manual" });
    if (response.ok && isWholeDocument(response)) {
      await response.body?.cancel();
      throw noStream(base);
    }
    return response;
  };
}

/** A web page at a mistyped address, or a server that does not stream: the SDK would see nothing. */
function isWholeDocument(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("text/html") || type.startsWith("application/json");
}
