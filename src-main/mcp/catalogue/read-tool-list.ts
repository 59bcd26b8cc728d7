import { visibleText } from "../../../src-preload/model/visible-text.ts";
import { isObject, readTool, type ReadingPlace } from "./read-tool.ts";
import type { RawToolList } from "./ask-for-tools.ts";
import type { ServerInfo, ServerTool, ToolList } from "./tool.ts";

/** Most tools that are taken of one server: eight times what any provider takes in one request. */
export const MAX_TOOLS = 1_000;

/** Most that the declarations of one server may be together, in characters; they are kept and compared. */
const MAX_LIST_CHARS = 4_194_304;

/** Most sentences about what was left out: a list of nothing but faults is told in a few. */
const MAX_PROBLEMS = 20;

/** Longest name in a sentence, in characters. */
const MAX_SHOWN_NAME_CHARS = 60;

export interface ReadToolList {
  readonly list: ToolList;
  /** The entries that became tools, as they were sent: what is kept on disk. */
  readonly taken: readonly unknown[];
}

/** Reads every entry by itself; what cannot be taken is told, and the rest is offered all the same. Never throws. */
export function readToolList(raw: RawToolList, place: ReadingPlace): ReadToolList {
  const reader = new ListReader(place);
  for (const [index, entry] of raw.tools.entries()) reader.take(entry, index);
  const problems = [...raw.problems, ...reader.problems()].map((one) => place.redactor.text(one));
  const { tools, taken } = reader;
  return { list: { tools, problems, serverInfo: readServerInfo(raw.serverInfo, place) }, taken };
}

class ListReader {
  readonly tools: ServerTool[] = [];
  readonly taken: unknown[] = [];
  readonly #place: ReadingPlace;
  readonly #names = new Set<string>();
  readonly #problems: string[] = [];
  #chars = 0;
  #tooMany = 0;
  #untold = 0;

  constructor(place: ReadingPlace) {
    this.#place = place;
  }

  take(entry: unknown, index: number): void {
    if (this.tools.length >= MAX_TOOLS || this.#chars >= MAX_LIST_CHARS) {
      this.#tooMany += 1;
      return;
    }
    const read = readTool(entry, this.#place);
    if (read.kind === "left-out") return this.#leaveOut(entry, index, read.reason);
    if (this.#names.has(read.tool.tool)) {
      return this.#leaveOut(entry, index, "the list has another one of this name before it");
    }
    this.#names.add(read.tool.tool);
    this.#chars += read.tool.declaration.length;
    this.tools.push(read.tool);
    this.taken.push(entry);
  }

  problems(): readonly string[] {
    const untold = this.#untold > 0 ? [`${this.#untold} more tools are left out.`] : [];
    const many = `The list is longer than what is taken of one server: ${this.#tooMany} tools are left out.`;
    return [...this.#problems, ...untold, ...(this.#tooMany > 0 ? [many] : [])];
  }

  #leaveOut(entry: unknown, index: number, reason: string): void {
    if (this.#problems.length >= MAX_PROBLEMS) this.#untold += 1;
    else this.#problems.push(`The tool ${whichTool(entry, index)} is left out: ${reason}.`);
  }
}

function whichTool(entry: unknown, index: number): string {
  const name = isObject(entry) && typeof entry["name"] === "string" ? entry["name"] : "";
  const shown = visibleText(name.slice(0, MAX_SHOWN_NAME_CHARS));
  return name === "" ? `at place ${index + 1}` : `"${shown}"`;
}

function readServerInfo(raw: unknown, { redactor }: ReadingPlace): ServerInfo | null {
  if (!isObject(raw)) return null;
  const text = (value: unknown): string =>
    typeof value === "string"
      ? visibleText(redactor.text(value)).slice(0, MAX_SHOWN_NAME_CHARS)
      : "";
  return { name: text(raw["name"]), version: text(raw["version"]) };
}
