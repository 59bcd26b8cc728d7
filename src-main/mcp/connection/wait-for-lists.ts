import { atMost, untilAborted } from "../../base/waiting.ts";
import type { Catalogue, Discovery } from "../catalogue/catalogue.ts";
import type { ServerConfig } from "../config/server-config.ts";

/**
 * Once the tools of any server are known, the others may take this much longer to tell theirs, in
 * milliseconds: a server that hangs must not hold up a model that can begin without it (M6, B3.1).
 */
export const PATIENCE_MS = 5_000;

/**
 * Asks every server whose tools are not known in this run, and waits for those of which nothing is
 * known at all: for the first of them as long as its start may take, for the rest a little longer.
 * What an earlier run knew is waited for by nobody. `hasTools`: those of some other server are known. Throws the signal's abort.
 */
export async function waitForLists(
  catalogue: Catalogue,
  configs: readonly ServerConfig[],
  { signal, hasTools }: { readonly signal: AbortSignal; readonly hasTools: boolean },
): Promise<void> {
  const unknown = configs.filter((config) => {
    const { kind, list } = catalogue.want(config);
    return kind === "refreshing" && list === null;
  });
  if (unknown.length === 0) return;
  const answers = unknown.map((config) => catalogue.discover(config));
  const isSomeKnown = hasTools || configs.some((config) => catalogue.peek(config).list !== null);
  if (!isSomeKnown) await untilAborted(firstList(answers), signal);
  await untilAborted(atMost(PATIENCE_MS, Promise.all(answers)), signal);
}

/** Resolves with the first answer that has a list, or when there is none among them. */
async function firstList(answers: readonly Promise<Discovery>[]): Promise<void> {
  const lists = answers.map(async (answer) => {
    if ((await answer).list === null) throw new Error("No tools came of it.");
  });
  await Promise.any(lists).catch(() => {});
}
