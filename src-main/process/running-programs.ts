import { isAnswering, ProcessTable, readCommandLine, startTime } from "./process-table.ts";

/** A process of this machine, by whomever it was started. */
export interface RunningProgram {
  readonly pid: number;
  /** Milliseconds since 1970; null where the system does not tell. */
  readonly since: number | null;
}

/** What can be told of a pid: its command line, that nothing runs under it, or only that something does. */
export type CommandLineOf = readonly string[] | "gone" | "unreadable";

/**
 * The running programs that were started with exactly this argument. Where the system lists no
 * command lines (Windows) there are none. Where it joins arguments with blanks (macOS) the whole
 * line is looked at; an argument of ours is long enough not to be found by chance.
 */
function programsWithArgument(argument: string): readonly RunningProgram[] {
  const table = ProcessTable.read();
  if (!table) return [];
  const joins = process.platform !== "linux";
  const has = (args: readonly string[]): boolean =>
    joins ? ` ${args.join(" ")} `.includes(` ${argument} `) : args.includes(argument);
  return table.rows
    .filter(({ pid }) => has(table.argumentsOf(pid) ?? []))
    .map((row) => ({ pid: row.pid, since: startTime(row) }));
}

/** Something that answers with "not permitted" runs, were it another user's (B10.2). */
function commandLineOf(pid: number): CommandLineOf {
  const args = readCommandLine(pid);
  if (args) return args;
  return isAnswering(pid) ? "unreadable" : "gone";
}

/** For the rooms that may not start processes but have to know of some. */
export const processLookup = { withArgument: programsWithArgument, commandLineOf } as const;
