import type { RemoteProvider } from "../model-address.ts";
import { isObject } from "./json.ts";

/** Stands beside the provider's own data of a piece of reasoning: which model wrote it. */
const AUTHOR_KEY = "pilothouse";

/** The provider's data with its author, as the loop keeps it with the reasoning (B12.11). */
export function signed(providerData: object, author: string): object {
  return { ...providerData, [AUTHOR_KEY]: { author } };
}

export function authorOf(provider: RemoteProvider, model: string): string {
  return `${provider}/${model}`;
}

/**
 * Whether this model wrote it. Of what was kept before authors were written down, the provider's own
 * mark has to do.
 */
export function isBy(author: string, providerData: unknown): boolean {
  if (!isObject(providerData)) return false;
  const mark = providerData[AUTHOR_KEY];
  if (isObject(mark)) return mark["author"] === author;
  return Object.hasOwn(providerData, author.split("/")[0] ?? "");
}
