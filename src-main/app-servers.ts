import path from "node:path";
import type {
  DraftFault,
  SaveServerResult,
  ServerDraft,
  ServerList,
  ServerSecret,
} from "../src-preload/model/server-entry.ts";
import type { ImportChoice, ImportPreview } from "../src-preload/model/server-import.ts";
import { AppError } from "./base/errors.ts";
import { BROWSER_SERVER } from "./browser/preset.ts";
import {
  entryRevision,
  rawEntry,
  withEnabled,
  withEntry,
  withoutEntry,
  type RawEntry,
} from "./mcp/config/edit-mcp-file.ts";
import { readEntry } from "./mcp/config/entry-schema.ts";
import { toProblem, toRawEntry, toView } from "./mcp/config/entry-view.ts";
import { secretNamesIn } from "./mcp/config/expand.ts";
import { readImport } from "./mcp/config/import/read-import.ts";
import { ServerImports } from "./mcp/config/import/server-imports.ts";
import type { ServersFile } from "./mcp/config/servers-file.ts";
import type { ServerSecrets } from "./settings/server-secrets.ts";

export interface AppServersOptions {
  readonly serversFile: ServersFile;
  readonly secrets: ServerSecrets;
  readonly platform: NodeJS.Platform;
  /** Asks the person for a file; null when they change their mind. */
  readonly chooseFile: () => Promise<string | null>;
}

/** The person's own servers as the settings show and change them. None of it starts a server (M1 to M4). */
export class AppServers {
  readonly #options: AppServersOptions;
  readonly #imports: ServerImports;

  constructor(options: AppServersOptions) {
    this.#options = options;
    this.#imports = new ServerImports(options);
  }

  list(): ServerList {
    const { serversFile } = this.#options;
    const { entries, problems, warnings } = serversFile.current;
    return {
      file: serversFile.path,
      broken: serversFile.failure,
      entries: entries.map(toView),
      problems: problems.map(toProblem),
      warnings,
      replacesBrowser: entries.some(({ entry }) => entry.name === BROWSER_SERVER),
    };
  }

  /**
   * Adds the server where `revision` is null, else changes the one that was seen in that state. Throws
   * `server-exists`, `server-changed`, or why the file cannot be written; it is as it was then.
   */
  save(name: string, revision: string | null, draft: ServerDraft): SaveServerResult {
    let faults: readonly DraftFault[] = [];
    this.#options.serversFile.edit((text, file) => {
      requireRevision(text, file, name, revision);
      const entry = toRawEntry(draft, rawEntry(text, file, name));
      faults = faultsOf(name, entry, draft);
      return faults.length > 0 ? text : withEntry(text, file, name, entry);
    });
    return faults.length > 0
      ? { kind: "refused", faults }
      : { kind: "saved", servers: this.list() };
  }

  /** Its kept secrets stay: another server may name them. Throws `server-unknown`, or why the file cannot be written. */
  remove(name: string): ServerList {
    this.#options.serversFile.edit((text, file) => withoutEntry(text, file, name));
    return this.list();
  }

  /** Throws `server-unknown`, or why the file cannot be written. */
  setEnabled(name: string, enabled: boolean): ServerList {
    this.#options.serversFile.edit((text, file) => withEnabled(text, file, name, enabled));
    return this.list();
  }

  /** What stands in the file for one variable, for who asks to see it (M23). Throws `server-unknown`. */
  reveal(name: string, variable: string): string {
    const entries = this.#options.serversFile.current.entries;
    const found = entries.find(({ entry }) => entry.name === name);
    const value = found && new Map(Object.entries(found.entry.env)).get(variable);
    if (typeof value === "string") return value;
    throw new AppError("server-unknown", `The server "${name}" has no variable ${variable}.`);
  }

  listSecrets(): readonly ServerSecret[] {
    const { secrets, serversFile } = this.#options;
    const entries = serversFile.current.entries.map(({ entry }) => entry);
    return secrets.list().map((secret) => ({
      ...secret,
      usedBy: entries
        .filter((entry) => secretNamesIn(entry).includes(secret.name))
        .map(({ name }) => name),
    }));
  }

  /** Holds from each server's next start. Throws `settings-not-saved`. */
  async setSecret(name: string, value: string): Promise<readonly ServerSecret[]> {
    await this.#options.secrets.set(name, value);
    return this.listSecrets();
  }

  /** Throws `settings-not-saved`. */
  async deleteSecret(name: string): Promise<readonly ServerSecret[]> {
    await this.#options.secrets.delete(name);
    return this.listSecrets();
  }

  /** Of a file that was dropped or pasted. Throws an `AppError` that says why it cannot be taken. */
  previewImport(text: string, fileName: string): ImportPreview {
    return this.#imports.preview(text, fileName);
  }

  /** Of a file that the person chooses now; null when they change their mind. */
  async chooseImport(): Promise<ImportPreview | null> {
    const file = await this.#options.chooseFile();
    return file === null ? null : this.previewImport(await readImport(file), path.basename(file));
  }

  /** See {@link ServerImports.apply}. */
  async import(importId: string, choices: readonly ImportChoice[]): Promise<ServerList> {
    await this.#imports.apply(importId, choices);
    return this.list();
  }
}

/** What is written is written over what the person saw, and over nothing else. */
function requireRevision(text: string, file: string, name: string, revision: string | null): void {
  const actual = entryRevision(text, file, name);
  if (actual === revision) return;
  if (revision === null) {
    throw new AppError(
      "server-exists",
      `There is a server "${name}" already. Give it another name.`,
    );
  }
  throw new AppError(
    "server-changed",
    `The server "${name}" was changed meanwhile, perhaps by hand in its file. Look at it once more.`,
  );
}

function faultsOf(name: string, entry: RawEntry, draft: ServerDraft): readonly DraftFault[] {
  const read = readEntry(name, entry);
  const faults = read.ok ? [] : read.faults.map(({ field, message }) => ({ field, message }));
  const env = new Map(Object.entries(entry["env"] ?? {}));
  const lost = Object.entries(draft.env)
    .filter(([variable, { kind }]) => kind === "kept" && !env.has(variable))
    .map(([variable]) => ({ field: `env.${variable}`, message: "is not in the file any more" }));
  return [...faults, ...lost];
}
