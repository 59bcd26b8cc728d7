/** A process, told apart from a later one with the same pid by the time of its start. */
export interface ProcessId {
  readonly pid: number;
  /** In the system's own unit, only ever compared with itself; or {@link UNKNOWN_START}. */
  readonly startedAt: string;
}

/** Where the system did not tell when a process started: then it is known by its pid alone. */
export const UNKNOWN_START = "";

export interface ProcessRow extends ProcessId {
  /** Who started it; where parents are never forgotten (Windows), that one may be gone and its pid another's. */
  readonly parent: number;
  /** 0 where there are no groups. */
  readonly group: number;
  /** A zombie is gone; only its parent has not noticed. */
  readonly alive: boolean;
}

/** A row of those systems that tell all of a process at once. */
export interface FullRow extends ProcessRow {
  /** In bytes. */
  readonly memory: number;
  readonly args: readonly string[];
}

/** Name of the variable by which a process is known as one of ours, wherever it went. */
export const MARK_VARIABLE = "PILOTHOUSE_PROCESS";
