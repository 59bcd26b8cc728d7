import type { Redactor } from "../base/redactor.ts";
import type { SecretKept, Secrets } from "./secrets.ts";

/** What the names of servers' secrets begin with among all that is kept. */
const PREFIX = "server:";

/**
 * The secrets that servers are given by `${secret:NAME}` (M2). A value goes to the servers that name it and
 * nowhere else: what is listed are names.
 */
export class ServerSecrets {
  readonly #secrets: Secrets;
  readonly #redactor: Redactor;

  constructor(secrets: Secrets, redactor: Redactor) {
    this.#secrets = secrets;
    this.#redactor = redactor;
  }

  /** Replaces what was kept under the name, and hides the value from now on (M23). Throws `settings-not-saved`. */
  async set(name: string, value: string): Promise<SecretKept> {
    this.#redactor.add(value);
    return await this.#secrets.set(PREFIX + name, value);
  }

  /** Null when nothing is kept under the name, or when the system cannot decrypt it (any more). */
  async get(name: string): Promise<string | null> {
    const value = await this.#secrets.get(PREFIX + name);
    if (value !== null) this.#redactor.add(value);
    return value;
  }

  /** Throws `settings-not-saved`. */
  async delete(name: string): Promise<void> {
    await this.#secrets.delete(PREFIX + name);
  }

  list(): readonly { readonly name: string; readonly kept: SecretKept }[] {
    return this.#secrets
      .list()
      .filter(({ name }) => name.startsWith(PREFIX))
      .map(({ name, kept }) => ({ name: name.slice(PREFIX.length), kept }));
  }
}
