import { existsSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ensurePrivateFolder, writeDurably } from "../../base/durable-file.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { sha256 } from "./kept-lists.ts";

/** A tool as the person has accepted it. */
const Pin = z
  .object({
    tool: z.string(),
    /** SHA-256 of every declaration that is accepted, the latest last. */
    hashes: z.array(z.string()).readonly(),
    /** The one that was accepted last, to compare with. */
    declaration: z.string(),
    /** It came after the server was first seen, and nobody has looked at it yet. */
    isNew: z.boolean(),
  })
  .readonly();
export type Pin = z.infer<typeof Pin>;

const PinFile = z.object({
  version: z.literal(1),
  server: z.string(),
  pins: z.array(Pin).readonly(),
});

/**
 * What is accepted of one server: `none` before it is first seen. `lost` when the file is there and cannot
 * be read: then nothing counts as accepted, or else breaking a file would approve a change.
 */
export type KeptPins =
  | { readonly kind: "none" | "lost" }
  | { readonly kind: "pins"; readonly pins: readonly Pin[] };

/** The accepted tools of all servers, one file a server (S42). */
export interface PinStore {
  read(server: string): KeptPins;
  /** On disk when it returns (D1). Throws an `AppError` `pins-not-saved`. */
  write(server: string, pins: readonly Pin[]): void;
}

/** For a run that keeps nothing. */
export class PinsInMemory implements PinStore {
  readonly #pins = new Map<string, readonly Pin[]>();

  read(server: string): KeptPins {
    const pins = this.#pins.get(server);
    return pins ? { kind: "pins", pins } : { kind: "none" };
  }

  write(server: string, pins: readonly Pin[]): void {
    this.#pins.set(server, pins);
  }
}

export class PinFiles implements PinStore {
  readonly #folder: string;
  readonly #logger: Logger;

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  read(server: string): KeptPins {
    const file = this.#fileOf(server);
    if (!existsSync(file)) return { kind: "none" };
    try {
      const { pins } = PinFile.parse(JSON.parse(readFileSync(file, "utf8")));
      return { kind: "pins", pins };
    } catch (error) {
      this.#logger.warn(`The accepted tools of "${server}" cannot be read: ${messageOf(error)}`);
      return { kind: "lost" };
    }
  }

  write(server: string, pins: readonly Pin[]): void {
    try {
      ensurePrivateFolder(this.#folder);
      if (this.read(server).kind === "lost") this.#moveAside(server);
      writeDurably(this.#fileOf(server), JSON.stringify({ version: 1, server, pins }));
    } catch (error) {
      throw new AppError(
        "pins-not-saved",
        `Pilothouse could not save which tools of "${server}" are accepted. Check that the disk is not full and that the data folder belongs to you.`,
        { cause: error },
      );
    }
  }

  #moveAside(server: string): void {
    renameSync(this.#fileOf(server), `${this.#fileOf(server)}.broken`);
  }

  #fileOf(server: string): string {
    return path.join(this.#folder, `${sha256(server)}.json`);
  }
}
