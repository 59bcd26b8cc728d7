import { AppError } from "../base/errors.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";

/** A provider that is reached over the network. */
export type RemoteProvider = Exclude<ModelConnection["provider"], "practice">;

interface AddressRule {
  /** Where it answers when the person names no address of their own; null where they have to. */
  readonly own: string | null;
  /** What follows the typed address in this provider's requests; people copy it along. */
  readonly copied: RegExp;
  /** What the app puts behind the typed address. */
  readonly path: string;
}

const RULES: Readonly<Record<RemoteProvider, AddressRule>> = {
  anthropic: { own: "https://api.anthropic.com", copied: /(\/v1)?(\/messages)?$/, path: "/v1" },
  openai: { own: "https://api.openai.com", copied: /(\/v1)?(\/responses)?$/, path: "/v1" },
  google: {
    own: "https://generativelanguage.googleapis.com",
    copied: /(\/v1beta)?(\/models)?$/,
    path: "/v1beta",
  },
  // The number and not the name: `localhost` may be tried as ::1 first, where Ollama does not listen.
  ollama: { own: "http://127.0.0.1:11434", copied: /(\/v1|\/api(\/chat|\/tags)?)?$/, path: "" },
  "openai-compatible": { own: null, copied: /(\/chat\/completions)?$/, path: "" },
};

/**
 * The address under which the requests are made. A person types what stands before the provider's
 * own paths (M28), or nothing for the provider's own service; slashes and those paths at the end of
 * it are taken off. Throws `model-address-invalid`.
 */
export function requestBase(provider: RemoteProvider, typed: string | null): URL {
  const { copied, path } = RULES[provider];
  const url = parsed(typed?.trim() || addressOf(provider));
  const before = withoutSlashes(withoutSlashes(url.pathname).replace(copied, ""));
  url.pathname = `${before}${path}`;
  return url;
}

/** Whether the address is the provider's own service and not one that merely speaks like it. */
export function isProviderItself(provider: RemoteProvider, base: URL): boolean {
  return base.origin === RULES[provider].own;
}

/** The host with its port, also where that is the scheme's own. */
export function hostAndPort(base: URL): string {
  const port = base.port || (base.protocol === "https:" ? "443" : "80");
  return `${base.hostname}:${port}`;
}

function addressOf(provider: RemoteProvider): string {
  const { own } = RULES[provider];
  if (own !== null) return own;
  throw new AppError(
    "model-address-invalid",
    "This connection has no address: type the one that stands before /chat/completions, for example http://localhost:8080/v1.",
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
