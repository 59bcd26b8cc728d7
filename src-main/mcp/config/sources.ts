import type { ServerConfig } from "./server-config.ts";

/** The servers of all sources in their order; the first source wins on a name (M1). */
export function mergeSources(
  ...sources: readonly (readonly ServerConfig[])[]
): readonly ServerConfig[] {
  const byName = new Map<string, ServerConfig>();
  for (const server of sources.flat()) {
    if (!byName.has(server.name)) byName.set(server.name, server);
  }
  return [...byName.values()];
}
