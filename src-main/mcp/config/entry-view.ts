import type {
  EnvDraft,
  EnvView,
  ServerDraft,
  ServerEntryView,
  ServerProblem,
} from "../../../src-preload/model/server-entry.ts";
import type { RawEntry } from "./edit-mcp-file.ts";
import type { ConfigProblem, FileEntry } from "./mcp-file.ts";
import { isSecretName } from "./secret-name.ts";
import type { ServerEntry } from "./server-config.ts";
import { replaceVariables } from "./variables.ts";

/** An entry as the window may see it: a secret in plain text stays in the file (M23). */
export function toView({ entry, line, revision }: FileEntry): ServerEntryView {
  const { startupTimeoutMs, callTimeoutMs, idleTimeoutMs, env, ...same } = entry;
  const views = Object.entries(env).map(([name, value]) => [name, envView(entry, name, value)]);
  return {
    ...same,
    line,
    revision,
    startupTimeoutSeconds: startupTimeoutMs / 1_000,
    callTimeoutSeconds: callTimeoutMs / 1_000,
    idleTimeoutSeconds: idleTimeoutMs / 1_000,
    env: Object.fromEntries(views) as Readonly<Record<string, EnvView>>,
  };
}

export function toProblem({ server, field, place, message }: ConfigProblem): ServerProblem {
  return { server, field, ...place, message };
}

function envView(entry: ServerEntry, name: string, value: string | null): EnvView {
  if (value === null) return { kind: "removed" };
  const isSecret = isSecretName(name) || entry.secretEnv.includes(name);
  return isSecret && hasPlainPart(value) ? { kind: "hidden" } : { kind: "value", value };
}

/** Words that stand before a token and are none. */
const SCHEME = /^(?:Bearer|Basic|Token)\b/i;

/** Whether more of a secret than the names of variables stands in the file. */
function hasPlainPart(value: string): boolean {
  const plain = replaceVariables(value, () => "");
  return plain.replace(SCHEME, "").trim() !== "";
}

/** The draft as it would be written, with the variables that are kept as they stand now. */
export function toRawEntry(draft: ServerDraft, before: RawEntry | null): RawEntry {
  const old = before?.["env"];
  const kept = old !== null && typeof old === "object" ? new Map(Object.entries(old)) : new Map();
  const value = (name: string, variable: EnvDraft): unknown => {
    if (variable.kind === "value") return variable.value;
    return variable.kind === "removed" ? null : kept.get(name);
  };
  const env = Object.entries(draft.env).map(([name, variable]) => [name, value(name, variable)]);
  return { ...draft, env: Object.fromEntries(env.filter(([, one]) => one !== undefined)) };
}
