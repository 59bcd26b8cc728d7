import { expect, test } from "vitest";
import { networkFailure } from "../../../src-main/models/network-failure.ts";

const base = new URL("https://api.example/v1");

/** As the desktop app's network stack tells it: the code is the message. */
test.each([
  ["net::ERR_PROXY_CONNECTION_FAILED", "The proxy that this machine uses for api.example:443"],
  ["net::ERR_TUNNEL_CONNECTION_FAILED", "check the proxy in the system's network settings"],
  ["net::ERR_CONNECTION_REFUSED", "Nothing answers at api.example:443"],
  ["net::ERR_NAME_NOT_RESOLVED", "cannot be found"],
  ["net::ERR_INTERNET_DISCONNECTED", "has no network"],
  ["net::ERR_CONNECTION_RESET", "closed the connection without an answer"],
  ["net::ERR_TIMED_OUT", "did not answer in time"],
  ["net::ERR_CERT_AUTHORITY_INVALID", "No safe connection"],
  ["net::ERR_SSL_PROTOCOL_ERROR", "No safe connection"],
  ["net::ERR_UNSAFE_PORT", "never used for web servers"],
  ["net::ERR_INCOMPLETE_CHUNKED_ENCODING", "broke off before its end"],
  ["net::ERR_FAILED", "No connection to api.example:443 (net::ERR_FAILED)"],
  ["Redirect was cancelled", "sends requests on to another address"],
])("%s is told as “%s …”", (message, words) => {
  const wrapped = new Error("Cannot connect", { cause: new Error(message) });
  expect(networkFailure(wrapped, base)?.message).toContain(words);
});
