import type { RawEntry } from "../edit-mcp-file.ts";
import { readEntry } from "../entry-schema.ts";
import { secretArguments } from "../secret-arguments.ts";
import { isSecretName } from "../secret-name.ts";
import { variablesIn } from "../variables.ts";
import { secretNameOf } from "./client-variables.ts";

/** A secret that stands in an entry in plain text. */
export interface PlainSecret {
  /** As in `env.TOKEN` or `args[1]`. */
  readonly field: string;
  readonly value: string;
  /** The name under which it can be kept. */
  readonly secret: string;
}

/** The plain secrets of an entry. Their names are none of those that are taken by another value. */
export function plainSecretsIn(
  server: string,
  entry: RawEntry,
  isTaken: (name: string) => boolean,
): readonly PlainSecret[] {
  const used = new Set<string>();
  return rawSecrets(server, entry).map(({ field, value, name }) => {
    const secret = freeName(name, server, (one) => used.has(one) || isTaken(one));
    used.add(secret);
    return { field, value, secret };
  });
}

/** The entry with the names of its secrets in place of their values. */
export function withSecretsMoved(entry: RawEntry, secrets: readonly PlainSecret[]): RawEntry {
  const read = readEntry("moved", entry);
  if (!read.ok) return entry;
  const moved = new Map(secrets.map((secret) => [secret.field, secret]));
  const replaced = (field: string, text: string | null) => {
    const secret = moved.get(field);
    if (!secret || text === null) return text;
    return text.slice(0, text.length - secret.value.length) + `\${secret:${secret.secret}}`;
  };
  const env = Object.entries(read.entry.env);
  return {
    ...entry,
    args: read.entry.args.map((arg, index) => replaced(`args[${index}]`, arg)),
    env: Object.fromEntries(env.map(([name, value]) => [name, replaced(`env.${name}`, value)])),
  };
}

function rawSecrets(server: string, entry: RawEntry) {
  const read = readEntry(server, entry);
  if (!read.ok) return [];
  const { env, args } = read.entry;
  const ofEnv = Object.entries(env)
    .filter(([name]) => isSecretName(name))
    .map(([name, value]) => ({ field: `env.${name}`, value: value ?? "", name }));
  const ofArgs = secretArguments(args).map(({ index, value, name }) => ({
    field: `args[${index}]`,
    value,
    name: `${server}_${name}`,
  }));
  return [...ofEnv, ...ofArgs].filter(({ value }) => value !== "" && !variablesIn(value)[0]);
}

function freeName(wanted: string, server: string, isTaken: (name: string) => boolean): string {
  const base = secretNameOf(wanted);
  if (!isTaken(base)) return base;
  const own = secretNameOf(`${server}_${wanted}`);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? own : `${own}_${number}`;
    if (!isTaken(name)) return name;
  }
}
