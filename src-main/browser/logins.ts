import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { Login } from "../../src-preload/model/login.ts";
import type { Clock } from "../base/clock.ts";
import { ensurePrivateFolder, writeDurably } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { copyProfile } from "./profile.ts";
import type { ProcessLookup } from "./profile-lock.ts";

export interface LoginsOptions {
  /** The folder that holds one folder a login, by its id. */
  readonly folder: string;
  readonly clock: Clock;
  readonly processes: ProcessLookup;
}

/** What stands in a login's own file; its id is the name of its folder. */
const LoginFile = Login.unwrap().omit({ id: true });

const LOGIN_FILE = "login.json";
const PROFILE = "profile";

/** A half-made login; what of it is found at a start was cut off by a crash. */
const UNFINISHED = ".part-";

/** Browser profiles that a person keeps under a name (M26). A login is in its folder whole, or not at all. */
export class Logins {
  readonly #options: LoginsOptions;

  constructor(options: LoginsOptions) {
    this.#options = options;
    for (const name of this.#names().filter((one) => one.startsWith(UNFINISHED))) {
      rmSync(path.join(options.folder, name), { recursive: true, force: true });
    }
  }

  /** By name. One whose file cannot be read is left out. */
  list(): readonly Login[] {
    const logins = this.#names().flatMap((id) => this.#read(id) ?? []);
    return [...logins].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Copies the profile. Throws `profile-in-use`, and `profile-missing` where no browser ever ran. */
  async save(login: {
    readonly name: string;
    readonly from: string;
    readonly profile: string;
  }): Promise<Login> {
    const { folder, clock, processes } = this.#options;
    if (!existsSync(login.profile)) {
      throw new AppError(
        "profile-missing",
        "No browser has run in this conversation yet, so there is no login to save.",
      );
    }
    const id = newId();
    const side = path.join(folder, UNFINISHED + id);
    ensurePrivateFolder(side);
    try {
      await copyProfile(login.profile, path.join(side, PROFILE), processes);
      const content = { name: login.name, savedAt: clock(), from: login.from };
      writeLogin(side, content);
      await rename(side, path.join(folder, id));
      return { id, ...content };
    } catch (error) {
      await rm(side, { recursive: true, force: true });
      throw error;
    }
  }

  /** Throws an `AppError` `login-unknown`. */
  rename(id: string, name: string): void {
    const { savedAt, from } = this.#find(id);
    writeLogin(path.join(this.#options.folder, id), { name, savedAt, from });
  }

  /** Conversations that were started from it keep what they have. Throws an `AppError` `login-unknown`. */
  async delete(id: string): Promise<void> {
    this.#find(id);
    const { folder } = this.#options;
    const side = path.join(folder, UNFINISHED + id);
    await rename(path.join(folder, id), side);
    await rm(side, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Puts a copy where there is no profile yet, whole or not at all. Throws an `AppError` `login-unknown`. */
  async copyTo(id: string, profile: string): Promise<void> {
    this.#find(id);
    const { folder, processes } = this.#options;
    await copyProfile(path.join(folder, id, PROFILE), profile, processes);
  }

  #find(id: string): Login {
    const login = this.#names().includes(id) ? this.#read(id) : null;
    if (login) return login;
    throw new AppError("login-unknown", "This login is not there any more. Choose another one.");
  }

  #names(): readonly string[] {
    const { folder } = this.#options;
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  #read(id: string): Login | null {
    if (id.startsWith(UNFINISHED)) return null;
    try {
      const text = readFileSync(path.join(this.#options.folder, id, LOGIN_FILE), "utf8");
      return { id, ...LoginFile.parse(JSON.parse(text)) };
    } catch {
      // Not one of ours, or damaged: its folder is left for the person to look at.
      return null;
    }
  }
}

function writeLogin(folder: string, content: z.output<typeof LoginFile>): void {
  writeDurably(path.join(folder, LOGIN_FILE), `${JSON.stringify(content, null, 2)}\n`);
}
