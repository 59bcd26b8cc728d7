import type { ServerEntryView, ServerSecret } from "../../../src-preload/model/server-entry.ts";

const SECRET_NAME = /\$\{secret:([A-Za-z0-9_.-]{1,128})\}/g;

/** A secret that entries name and that is not kept. */
export interface MissingSecret {
  readonly name: string;
  readonly neededBy: readonly string[];
}

/** Secrets that the entries name and that are not kept, in the order in which they are named. */
export function missingSecrets(
  entries: readonly ServerEntryView[],
  kept: readonly ServerSecret[],
): readonly MissingSecret[] {
  const needed = new Map<string, Set<string>>();
  for (const entry of entries) {
    for (const name of namesIn(entry)) {
      needed.set(name, (needed.get(name) ?? new Set()).add(entry.name));
    }
  }
  for (const { name } of kept) needed.delete(name);
  return [...needed].map(([name, servers]) => ({ name, neededBy: [...servers] }));
}

function namesIn({ command, args, cwd, env }: ServerEntryView): readonly string[] {
  const values = Object.values(env).map((view) => (view.kind === "value" ? view.value : ""));
  return [command, ...args, cwd, ...values].flatMap((text) =>
    [...text.matchAll(SECRET_NAME)].map((match) => match[1] ?? ""),
  );
}
