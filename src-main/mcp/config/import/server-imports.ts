import type {
  ImportChoice,
  ImportedEntry,
  ImportItem,
  ImportPreview,
} from "../../../../src-preload/model/server-import.ts";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../../base/errors.ts";
import { newId } from "../../../base/ids.ts";
import { entryRevision, rawEntry, withEntry, type RawEntry } from "../edit-mcp-file.ts";
import { readEntry } from "../entry-schema.ts";
import type { ServerEntry } from "../server-config.ts";
import type { ServersFile } from "../servers-file.ts";
import { parseClientFile, type ClientFileOptions, type FoundServer } from "./client-file.ts";
import { plainSecretsIn, withSecretsMoved, type PlainSecret } from "./plain-secrets.ts";

/** Where secrets are kept that leave a file of servers. */
export interface SecretKeeper {
  readonly list: () => readonly { readonly name: string }[];
  /** `this-run`: it would be lost when the app quits. */
  readonly set: (name: string, value: string) => Promise<"stored" | "this-run">;
  readonly delete: (name: string) => Promise<void>;
}

export interface ServerImportsOptions {
  readonly serversFile: ServersFile;
  readonly secrets: SecretKeeper;
  readonly platform: NodeJS.Platform;
}

/** One server of a preview, and what of it the window is not told. */
interface Candidate {
  readonly item: ImportItem;
  readonly entry: RawEntry | null;
  readonly plainSecrets: readonly PlainSecret[];
  /** Of the entry of the same name when the preview was made; null where there was none. */
  readonly revision: string | null;
}

/** What is to be written under one name. */
interface Wanted {
  readonly candidate: Candidate;
  readonly name: string;
  readonly entry: RawEntry;
  readonly moved: readonly PlainSecret[];
}

/**
 * Takes servers over from another client's file (M4): first as a preview, then those that were chosen, just as
 * the preview had them. Nothing is run by either (S39, S40).
 */
export class ServerImports {
  readonly #options: ServerImportsOptions;
  #last: { readonly id: string; readonly candidates: readonly Candidate[] } | null = null;

  constructor(options: ServerImportsOptions) {
    this.#options = options;
  }

  /** Writes nothing. Throws what {@link parseClientFile} does, or that the app's own file cannot be read. */
  preview(text: string, fileName: string): ImportPreview {
    const { serversFile, platform } = this.#options;
    const options: ClientFileOptions = { fileName, platform };
    const { client, servers } = parseClientFile(text, options);
    const own = serversFile.text();
    const candidates = servers.map((found) => this.#candidate(found, own));
    this.#last = { id: newId(), candidates };
    return { importId: this.#last.id, client, items: candidates.map(({ item }) => item) };
  }

  /**
   * Writes the chosen servers of the latest preview in one go and returns their names. Throws an `AppError`:
   * `import-gone` when that is not the latest any more, `server-unknown`, `server-invalid`, `server-exists`,
   * `server-changed`, `secrets-not-lasting`, or why the file or a secret could not be saved; nothing is changed then.
   */
  async apply(importId: string, choices: readonly ImportChoice[]): Promise<readonly string[]> {
    const wanted = choices.map((choice) => this.#wanted(importId, choice));
    refuseSameNames(wanted.map(({ name }) => name));
    const { serversFile } = this.#options;
    const file = serversFile.path ?? "";
    const check = (text: string) => wanted.forEach((one) => requireAsSeen(one, text, file));
    await this.#movingSecrets(
      wanted.flatMap(({ moved }) => moved),
      () =>
        serversFile.edit((before) => {
          check(before);
          return wanted.reduce(
            (text, { name, entry }) => withEntry(text, file, name, entry),
            before,
          );
        }),
    );
    this.#last = null;
    return wanted.map(({ name }) => name);
  }

  #candidate(found: FoundServer, own: string): Candidate {
    const { name, entry } = found;
    const { serversFile, secrets } = this.#options;
    const file = serversFile.path ?? "";
    const kept = new Set(secrets.list().map((secret) => secret.name));
    const plainSecrets = entry ? plainSecretsIn(name, entry, (one) => kept.has(one)) : [];
    const item: ImportItem = {
      name,
      standing: entry ? standingOf(name, entry, rawIn(own, file, name)) : "refused",
      reason: found.refusal,
      notes: found.notes,
      entry: entry && shown(name, entry),
      plainSecrets: plainSecrets.map(({ field, secret }) => ({ field, secret })),
      needs: found.needs.map((need) => ({ ...need, isKept: kept.has(need.secret) })),
    };
    return { item, entry, plainSecrets, revision: entryRevision(own, file, name) };
  }

  #wanted(importId: string, choice: ImportChoice): Wanted {
    if (this.#last?.id !== importId) throw importGone();
    const candidate = this.#last.candidates.find(({ item }) => item.name === choice.name);
    if (!candidate?.entry) throw notThere(choice.name);
    const name = choice.as ?? choice.name;
    const moved = choice.moveSecrets ? candidate.plainSecrets : [];
    const entry = withSecretsMoved(candidate.entry, moved);
    const read = readEntry(name, entry);
    if (read.ok) return { candidate, name, entry, moved };
    const why = read.faults.map(({ message }) => message).join("; ");
    throw new AppError("server-invalid", `The server cannot be called "${name}": ${why}.`);
  }

  /** Those that were kept for a change that could not be made are forgotten again. */
  async #movingSecrets(moved: readonly PlainSecret[], change: () => void): Promise<void> {
    const { secrets } = this.#options;
    const done: string[] = [];
    const kept = secrets.list().map(({ name }) => name);
    if (moved.some(({ secret }) => kept.includes(secret))) throw importGone();
    try {
      for (const { secret, value } of moved) {
        done.push(secret);
        if ((await secrets.set(secret, value)) === "this-run") throw notLasting();
      }
      change();
    } catch (error) {
      for (const secret of done) await secrets.delete(secret);
      throw error;
    }
  }
}

function refuseSameNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw nameTaken(twice);
}

/** What is there now is what the person saw beside it. */
function requireAsSeen({ candidate, name }: Wanted, text: string, file: string): void {
  const isOwnName = name === candidate.item.name;
  const expected = isOwnName ? candidate.revision : null;
  const actual = entryRevision(text, file, name);
  if (actual === expected) return;
  if (expected === null) throw nameTaken(name);
  throw new AppError(
    "server-changed",
    `The server "${name}" was changed meanwhile. Look at the import once more.`,
  );
}

function rawIn(text: string, file: string, name: string): RawEntry | "none" | "unusable" {
  if (entryRevision(text, file, name) === null) return "none";
  return rawEntry(text, file, name) ?? "unusable";
}

function standingOf(
  name: string,
  entry: RawEntry,
  known: RawEntry | "none" | "unusable",
): ImportItem["standing"] {
  if (known === "none") return "new";
  const before = readEntry(name, known);
  const after = readEntry(name, entry);
  const isSame = before.ok && after.ok && isDeepStrictEqual(run(before.entry), run(after.entry));
  return isSame ? "same" : "differs";
}

/** What another client's file says about a server; the rest is the app's own. */
function run({ command, args, env, cwd }: ServerEntry) {
  return { command, args, env, cwd };
}

function shown(name: string, entry: RawEntry): ImportedEntry | null {
  const read = readEntry(name, entry);
  if (!read.ok) return null;
  const { command, args, env, cwd, enabled } = read.entry;
  return { command, args, envNames: Object.keys(env), cwd, enabled };
}

function notLasting(): AppError {
  return new AppError(
    "secrets-not-lasting",
    "Your system offers no encryption, so secrets that leave the file would be gone when Pilothouse quits. Take the servers over with their secrets as they are.",
  );
}

function nameTaken(name: string): AppError {
  return new AppError(
    "server-exists",
    `There is a server "${name}" already. Give it another name.`,
  );
}

function importGone(): AppError {
  return new AppError("import-gone", "This import is over. Choose the file once more.");
}

function notThere(name: string): AppError {
  return new AppError("server-unknown", `The import has no server "${name}" that can be taken.`);
}
