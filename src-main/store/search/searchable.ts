import type { Database, Row } from "../database.ts";
import { fromJson } from "../json.ts";

export type SearchKind = "title" | "message" | "tool-call";

/** Which record has changed. */
export interface RecordKey {
  readonly kind: SearchKind;
  readonly conversationId: string;
  readonly recordId: string;
}

/** A record as the index knows it. */
export interface Searchable extends RecordKey {
  readonly at: number;
  readonly server: string | null;
  /** Host of the page; null for none. */
  readonly site: string | null;
  readonly hasPictures: boolean;
  readonly text: string;
}

/** A record that is longer is found by its beginning, in characters: the index would be larger than the records. */
const MAX_TEXT_CHARS = 20_000;

const selectTitle = "SELECT * FROM conversations WHERE id = :conversation_id AND id = :record_id";
const selectMessage =
  "SELECT * FROM messages WHERE conversation_id = :conversation_id AND id = :record_id";
const selectCall = `
  SELECT *, EXISTS (SELECT 1 FROM json_each(iif(json_valid(result), result, '{}'), '$.content') AS block
    WHERE block.type = 'object' AND block.value ->> '$.type' = 'image') AS pictures
  FROM tool_calls WHERE conversation_id = :conversation_id AND id = :record_id`;

/** Reads what of a record is searched; null when it is not there any more, or cannot be read. */
export function readSearchable(database: Database, key: RecordKey): Searchable | null {
  const values = { conversation_id: key.conversationId, record_id: key.recordId };
  try {
    switch (key.kind) {
      case "title":
        return fromTitle(key, database.get(selectTitle, values));
      case "message":
        return fromMessage(key, database.get(selectMessage, values));
      case "tool-call":
        return fromCall(key, database.get(selectCall, values));
    }
  } catch {
    // A row that cannot be read is told of where it is shown.
    return null;
  }
}

const nothingElse = { server: null, site: null, hasPictures: false };

function fromTitle(key: RecordKey, row: Row | null): Searchable | null {
  if (!row) return null;
  return { ...key, ...nothingElse, at: Number(row["updated_at"]), text: cut([row["title"]]) };
}

function fromMessage(key: RecordKey, row: Row | null): Searchable | null {
  if (!row) return null;
  const parts = fromJson(row["parts"]);
  const texts = Array.isArray(parts) ? parts.filter((part) => part?.type === "text") : [];
  const text = cut(texts.map((part) => part.text));
  return { ...key, ...nothingElse, at: Number(row["created_at"]), text };
}

function fromCall(key: RecordKey, row: Row | null): Searchable | null {
  if (!row) return null;
  const result = fromJson(row["result"]) as { readonly model?: unknown } | null;
  const { url, title } = (fromJson(row["page"]) ?? {}) as Readonly<Record<string, unknown>>;
  const texts = [
    row["tool"],
    url,
    title,
    ...textsIn(fromJson(row["arguments"])),
    ...textsIn(result?.model),
  ];
  return {
    ...key,
    at: Number(row["started_at"] ?? row["finished_at"] ?? 0),
    server: typeof row["server"] === "string" ? row["server"] : null,
    site: hostOf(url),
    hasPictures: row["pictures"] === 1,
    text: cut(texts),
  };
}

/** Every text in a JSON value, without the names of its members. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}

function cut(texts: readonly unknown[]): string {
  const whole = texts.filter((text) => typeof text === "string").join("\n");
  return whole.slice(0, MAX_TEXT_CHARS).normalize("NFC");
}

function hostOf(url: unknown): string | null {
  if (typeof url !== "string" || !URL.canParse(url)) return null;
  return new URL(url).host || null;
}
