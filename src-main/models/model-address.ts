import { AppError } from "../base/errors.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";

/** A provider that is reached over the network. */
export type RemoteProvider = Exclude<ModelConnection["provider"], "practice">;

/** Where `anthropic` answers when the person names no address of their own. */
const ANTHROPIC_ADDRESS = "https://api.anthropic.com";

/** What follows the typed address in each provider's requests; people copy it along. */
const REQUEST_PATHS: Readonly<Record<RemoteProvider, RegExp>> = {
  anthropic: /(\/v1)?(\/messages)?$/,
  "openai-compatible": /(\/chat\/completions)?$/,
};

/**
 * The address under which the SDK makes its requests. A person types what stands before
 * `/v1/messages` (Anthropic) or `/chat/completions` (M28); slashes and those paths at the end of it
 * are taken off. Throws `model-address-invalid`.
 */
export function requestBase(provider: RemoteProvider, typed: string | null): URL {
  const url = parsed(typed?.trim() || addressOf(provider));
  url.pathname = withoutSlashes(withoutSlashes(url.pathname).replace(REQUEST_PATHS[provider], ""));
  if (provider === "anthropic") url.pathname = `${withoutSlashes(url.pathname)}/v1`;
  return url;
}

/** Whether the address is Anthropic's own service and not one that merely speaks like it. */
export function isAnthropicItself(base: URL): boolean {
  return base.origin === ANTHROPIC_ADDRESS;
}

/** The host with its port, also where that is the scheme's own. */
export function hostAndPort(base: URL): string {
  const port = base.port || (base.protocol === "https:" ? "443" : "80");
  return `${base.hostname}:${port}`;
}

function addressOf(provider: RemoteProvider): string {
  if (provider === "anthropic") return ANTHROPIC_ADDRESS;
  throw new AppError(
    "model-address-invalid",
    "This connection has no address: type the one that stands before /chat/completions, for example http://localhost:11434/v1.",
  );
}

function parsed(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && isPlainWebAddress(url)) return url;
  throw new AppError(
    "model-address-invalid",
    "The address of this model is not one of a web server: type it with https:// or http:// in front, and without a user name, “?” or “#” in it.",
  );
}

function isPlainWebAddress(url: URL): boolean {
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && `${url.username}${url.password}${url.search}${url.hash}` === "";
}

function withoutSlashes(path: string): string {
  return path.replace(/\/+$/, "");
}
