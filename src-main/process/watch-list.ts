import type { ProcessId } from "./process-id.ts";

/** A child as those know it who end it when the app cannot: the guard, and the next start (M20). */
export interface WatchedChild {
  /** `NAME=value` in its environment and in that of all whom it starts. */
  readonly mark: string;
  /** Null while it is being started: an app that is killed just then has left it all the same. */
  readonly id: ProcessId | null;
  /** The process group that it leads; null while it is being started. */
  readonly group: number | null;
  /** Hash of the command line; null where the system does not tell it. */
  readonly command: string | null;
  /** The run of the machine in which it was started: starts may be counted from its boot. */
  readonly boot: string;
  readonly name: string;
  /** Null for what serves no conversation, as the question for a server's tools. */
  readonly conversationId: string | null;
}

/** One line of JSON, for the guard's pipe and for the journal alike. */
export type WatchLine =
  | { readonly add: WatchedChild }
  /** By its mark: a pid may be another child's by now. */
  | { readonly remove: string }
  | { readonly addFolder: string }
  | { readonly removeFolder: string };

/** What is to be ended, and removed, once the app is gone: the sum of all lines so far. */
export class WatchList {
  readonly children = new Map<string, WatchedChild>();
  readonly folders = new Set<string>();

  apply(line: WatchLine): void {
    if ("add" in line) this.children.set(line.add.mark, line.add);
    else if ("remove" in line) this.children.delete(line.remove);
    else if ("addFolder" in line) this.folders.add(line.addFolder);
    else this.folders.delete(line.removeFolder);
  }

  /** A line that was cut off or damaged is passed over: all the others still hold. */
  applyText(text: string): void {
    const line = readLine(text);
    if (line) this.apply(line);
  }

  /** The lines that lead to this list from an empty one. */
  lines(): readonly WatchLine[] {
    return [
      ...[...this.children.values()].map((add) => ({ add })),
      ...[...this.folders].map((addFolder) => ({ addFolder })),
    ];
  }
}

export const textOf = (lines: readonly WatchLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

function readLine(text: string): WatchLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

function isLine(value: unknown): value is WatchLine {
  if (typeof value !== "object" || value === null) return false;
  const [key, inner] = Object.entries(value)[0] ?? [];
  if (key === "add") return isChild(inner);
  return ["remove", "addFolder", "removeFolder"].includes(key ?? "") && typeof inner === "string";
}

function isChild(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("mark" in value) || !("id" in value)) {
    return false;
  }
  const { mark, id } = value;
  return typeof mark === "string" && mark.includes("=") && (id === null || isId(id));
}

function isId(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { pid, startedAt } = value as Partial<ProcessId>;
  // Zero and below mean whole groups to the system.
  return Number.isInteger(pid) && (pid ?? 0) > 1 && typeof startedAt === "string";
}
