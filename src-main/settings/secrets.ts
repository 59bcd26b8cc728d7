import { systemClock, type Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { silentLogger, type Logger } from "../base/logger.ts";
import { isObject, JsonFile } from "./json-file.ts";

/** What the operating system offers to keep a text from other people and programs. */
export interface Encryption {
  /** False also where the system would only pretend to encrypt. */
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  decrypt(bytes: Buffer): Promise<string>;
}

/** `this-run`: in memory until the app quits, because the system offers no encryption. */
export type SecretKept = "stored" | "this-run";

export interface SecretsOptions {
  readonly file: string;
  readonly encryption: Encryption;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

const FORMAT_VERSION = 1;

/** Keys and passwords by name. On disk they are encrypted by the operating system or not at all (S35, M28). */
export class Secrets {
  readonly #file: JsonFile;
  readonly #encryption: Encryption;
  readonly #logger: Logger;
  /** Encrypted, in base64. */
  readonly #stored: Map<string, string>;
  readonly #ofThisRun = new Map<string, string>();
  #lastChange: Promise<unknown> = Promise.resolve();

  /** Throws `settings-unreadable` when the file may not be read, `settings-not-saved` when a broken one cannot be moved. */
  constructor(options: SecretsOptions) {
    const { file, encryption, clock = systemClock, logger = silentLogger } = options;
    this.#file = new JsonFile({ file, name: "your keys", clock });
    this.#encryption = encryption;
    this.#logger = logger;
    this.#stored = new Map(this.#read());
  }

  /** Replaces what was kept under the name. Throws `settings-not-saved`. */
  set(name: string, value: string): Promise<SecretKept> {
    return this.#inOrder(async () => {
      const encrypted = await this.#encrypted(name, value);
      if (encrypted === null) this.#keepForThisRun(name, value);
      else this.#keep(name, encrypted);
      return encrypted === null ? "this-run" : "stored";
    });
  }

  /** Null when nothing is kept under the name, or when the system cannot decrypt it (any more). */
  async get(name: string): Promise<string | null> {
    await this.#lastChange;
    const ofThisRun = this.#ofThisRun.get(name);
    if (ofThisRun !== undefined) return ofThisRun;
    const encrypted = this.#stored.get(name);
    return encrypted === undefined ? null : this.#decrypted(name, encrypted);
  }

  /** What is kept, and how, without a look into it; in the order of the names. */
  list(): readonly { readonly name: string; readonly kept: SecretKept }[] {
    const kept = (names: Iterable<string>, how: SecretKept) =>
      [...names].map((name) => ({ name, kept: how }));
    const all = [
      ...kept(this.#stored.keys(), "stored"),
      ...kept(this.#ofThisRun.keys(), "this-run"),
    ];
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Throws `settings-not-saved`. */
  delete(name: string): Promise<void> {
    return this.#inOrder(async () => {
      this.#ofThisRun.delete(name);
      this.#forgetStored(name);
    });
  }

  #keep(name: string, encrypted: string): void {
    this.#write(new Map(this.#stored).set(name, encrypted));
    this.#ofThisRun.delete(name);
  }

  /** The older value on disk goes: after a restart it would pass for the new one. */
  #keepForThisRun(name: string, value: string): void {
    this.#ofThisRun.set(name, value);
    this.#forgetStored(name);
  }

  #forgetStored(name: string): void {
    const others = new Map(this.#stored);
    if (others.delete(name)) this.#write(others);
  }

  async #encrypted(name: string, value: string): Promise<string | null> {
    try {
      if (!(await this.#encryption.available())) return null;
      return (await this.#encryption.encrypt(value)).toString("base64");
    } catch (error) {
      this.#logger.warn(`The secret ${name} could not be encrypted: ${messageOf(error)}`);
      return null;
    }
  }

  async #decrypted(name: string, encrypted: string): Promise<string | null> {
    try {
      return await this.#encryption.decrypt(Buffer.from(encrypted, "base64"));
    } catch (error) {
      // Kept: a keyring that is locked today may open tomorrow.
      this.#logger.warn(`The secret ${name} could not be decrypted: ${messageOf(error)}`);
      return null;
    }
  }

  #read(): readonly (readonly [string, string])[] {
    const content = this.#file.read();
    if (content === "missing") return [];
    const secrets = content === "broken" ? undefined : content["secrets"];
    if (isObject(secrets)) return Object.entries(secrets).filter(isText);
    this.#logger.warn(
      `The file of secrets could not be read; it is kept as ${this.#file.moveAside()}`,
    );
    return [];
  }

  #write(secrets: ReadonlyMap<string, string>): void {
    this.#file.write({ version: FORMAT_VERSION, secrets: Object.fromEntries(secrets) });
    this.#stored.clear();
    for (const [name, encrypted] of secrets) this.#stored.set(name, encrypted);
  }

  /** One change after the other, in the order in which they were asked for. */
  #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#lastChange.then(change);
    // Its failure belongs to the one who asked for it, not to the next.
    this.#lastChange = result.catch(() => undefined);
    return result;
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
