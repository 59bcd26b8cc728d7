/** What the set-up asks of the world; filled in where the app is composed. */

/** A program that is run to its end. */
export interface Program {
  /** For the log and for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Over the little that every child inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Time for the whole run, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: string;
  /** The last lines. */
  readonly stderr: string;
}

/** Rejects when it cannot be started, is aborted or takes too long. */
export type RunProgram = (program: Program, signal: AbortSignal) => Promise<ProgramEnd>;

/** A GET, by the system's own way to the network where there is one: proxies and certificates are its matter. */
export type Fetch = (
  url: string,
  init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<Response>;

/** Bytes that this user can still write on the disk of the folder. */
export type FreeBytes = (folder: string) => Promise<number>;
