import { z } from "zod";
import { Message } from "../../../src-preload/model/message.ts";
import { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Turn } from "../../../src-preload/model/turn.ts";
import type { Redactor } from "../../base/redactor.ts";
import type { Store } from "../../store/store.ts";
import { filesIn } from "../../store/files/file-hash.ts";

/** A conversation as it leaves the app, and as it comes back, with all its files. */
export const ExportedConversation = z
  .object({
    format: z.literal("pilothouse-conversation"),
    /** Of this form; a reader refuses a later one. */
    version: z.literal(1),
    exportedAt: z.number(),
    /** Whether a secret stood in it and was blacked out. */
    redacted: z.boolean(),
    title: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    turns: z.array(Turn).readonly(),
    messages: z.array(Message).readonly(),
    toolCalls: z.array(ToolCall).readonly(),
    /** Bytes of every picture and long text in base64, by their SHA-256. */
    files: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string()).readonly(),
  })
  .readonly();
export type ExportedConversation = z.infer<typeof ExportedConversation>;

export interface ExportOptions {
  readonly store: Store;
  readonly redactor: Redactor;
  readonly now: number;
}

/** Reads a conversation for its export; null when there is none of this id. What is redacted stays so in every form. */
export function readForExport(
  conversationId: string,
  { store, redactor, now }: ExportOptions,
): ExportedConversation | null {
  const row = store.conversations.find(conversationId);
  if (!row) return null;
  const found = {
    title: row.title,
    turns: store.turns.list(conversationId),
    messages: store.messages.list(conversationId),
    toolCalls: store.toolCalls.list(conversationId),
  };
  const clean = redactor.json(found);
  const json = JSON.stringify(clean);
  const kept = filesIn(json).map((name) => keptFile(name, store, redactor));
  return {
    format: "pilothouse-conversation",
    version: 1,
    exportedAt: now,
    redacted: json !== JSON.stringify(found) || kept.includes("secret"),
    ...clean,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    files: Object.fromEntries(kept.flatMap((file) => (typeof file === "string" ? [] : [file]))),
  };
}

/**
 * Name and bytes of a file. One in which a secret stands is left out: its name says what is in it. The
 * rest is worth exporting without it, and without one that is missing.
 */
function keptFile(
  name: string,
  store: Store,
  redactor: Redactor,
): readonly [name: string, base64: string] | "secret" | "missing" {
  const bytes = store.files.read(name);
  if (!bytes) return "missing";
  const buffer = Buffer.from(bytes);
  const isText = store.files.readPicture(name) === null;
  const text = isText ? buffer.toString("utf8") : "";
  return redactor.text(text) === text ? [name, buffer.toString("base64")] : "secret";
}
