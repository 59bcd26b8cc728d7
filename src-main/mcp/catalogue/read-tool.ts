import { visibleText } from "../../../src-preload/model/visible-text.ts";
import type { Redactor } from "../../base/redactor.ts";
import { canonicalJson, TooDeep } from "./canonical-json.ts";
import type { ServerTool } from "./tool.ts";

/** Longest description that the model is told, in characters: four times the longest that is in use (S45). */
export const MAX_DESCRIPTION_CHARS = 16_384;

/** Longest name of a server's own, in characters; it is shown, stored and sent back. */
const MAX_OWN_NAME_CHARS = 1_024;

/** Largest declaration of one tool, in characters: a model's whole window is not much larger. */
export const MAX_DECLARATION_CHARS = 262_144;

type JsonObject = Readonly<Record<string, unknown>>;

/** Where a list of tools was told, and what has to be hidden in it. */
export interface ReadingPlace {
  /**
   * Folders that the server was started for. They differ from run to run, so a declaration that names
   * one is compared without it.
   */
  readonly folders: readonly string[];
  readonly redactor: Redactor;
}

/** One entry of a `tools/list`: a tool, or why it cannot be one. */
export type ReadTool =
  | { readonly kind: "tool"; readonly tool: ServerTool }
  | { readonly kind: "left-out"; readonly reason: string };

export const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Reads one entry by itself, so that a malformed one takes no other down with it. Never throws. */
export function readTool(raw: unknown, place: ReadingPlace): ReadTool {
  if (!isObject(raw)) return leftOut("it is not an object");
  const name = raw["name"];
  if (typeof name !== "string") return leftOut("it has no name");
  if (name === "") return leftOut("its name is empty");
  if (name.length > MAX_OWN_NAME_CHARS) {
    return leftOut(`its name is longer than ${MAX_OWN_NAME_CHARS} characters`);
  }
  try {
    return readDeclared(name, raw, place);
  } catch (error) {
    if (error instanceof TooDeep) return leftOut("its declaration is nested too deeply");
    throw error;
  }
}

function readDeclared(name: string, raw: JsonObject, place: ReadingPlace): ReadTool {
  const declaration = declarationOf(name, raw, place);
  if (declaration.length > MAX_DECLARATION_CHARS) {
    return leftOut(`its declaration is longer than ${MAX_DECLARATION_CHARS} characters`);
  }
  const description = shownDescription(place.redactor.text(describe(raw, name)));
  const inputSchema = withVisibleTexts(place.redactor.json(readSchema(raw["inputSchema"])));
  const tool = { tool: name, description, inputSchema, declaration };
  const outputSchema = place.redactor.json(raw["outputSchema"]);
  return { kind: "tool", tool: isObject(outputSchema) ? { ...tool, outputSchema } : tool };
}

function leftOut(reason: string): ReadTool {
  return { kind: "left-out", reason };
}

/** Name, texts, schemas and annotations; icons and the like may change without a word (S42). */
function declarationOf(name: string, raw: JsonObject, { folders, redactor }: ReadingPlace): string {
  const { title, description, inputSchema, outputSchema, annotations } = raw;
  const declared = { name, title, description, inputSchema, outputSchema, annotations };
  const text = redactor.text(canonicalJson(declared));
  return folders.reduce((rest, folder) => rest.replaceAll(insideJson(folder), "${folder}"), text);
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function describe(raw: JsonObject, name: string): string {
  const annotations = isObject(raw["annotations"]) ? raw["annotations"] : {};
  const texts = [raw["description"], annotations["title"], raw["title"], name];
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? name;
}

/** Untrusted text: what cannot be seen in it is written out, and its length has an end (S45). */
function shownDescription(text: string): string {
  const visible = visibleText(text.replaceAll("\r\n", "\n"), { lines: true });
  const left = visible.length - MAX_DESCRIPTION_CHARS;
  if (left <= 0) return visible;
  const kept = visible.slice(0, MAX_DESCRIPTION_CHARS).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… [${left} characters left out]`;
}

/** A missing schema, or one for something else than an object, takes any object (B6.5); `$schema` goes (B6.7). */
function readSchema(raw: unknown): JsonObject {
  if (!isObject(raw)) return { type: "object" };
  const { $schema: _dropped, ...schema } = raw;
  const type = schema["type"];
  if (type === "object") return schema;
  const takesObjects = type === undefined || (Array.isArray(type) && type.includes("object"));
  return takesObjects ? { ...schema, type: "object" } : { type: "object" };
}

/** Members of a schema that hold values, not schemas: a text in them is not for reading. */
const VALUE_MEMBERS = new Set(["const", "default", "enum", "examples"]);

/** The schema with its titles and descriptions made visible, all else as it was. */
function withVisibleTexts(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, member]) => [key, visibleMember(key, member)]);
  return Object.fromEntries(entries) as JsonObject;
}

function visibleMember(key: string, member: unknown): unknown {
  if (VALUE_MEMBERS.has(key)) return member;
  if (typeof member === "string") {
    return key === "description" || key === "title" ? shownDescription(member) : member;
  }
  if (Array.isArray(member)) {
    return member.map((item: unknown) => (isObject(item) ? withVisibleTexts(item) : item));
  }
  return isObject(member) ? withVisibleTexts(member) : member;
}
