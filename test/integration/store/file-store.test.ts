import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { FileStore } from "../../../src-main/store/files/file-store.ts";
import { fileError } from "../../../src-main/store/store-error.ts";
import { png } from "./pictures.ts";
import { callWithPicture, conversation, toolCall } from "./records.ts";
import { tempStore } from "./temp-store.ts";

const NOTHING_KEPT: ReadonlySet<string> = new Set();
const unknownHash = "0".repeat(64);

function savedPicture(files: FileStore, tail: string) {
  const picture = files.writePicture(png(3, 2, tail), "image/png");
  if (picture === null) throw new Error("not taken for a picture");
  return picture;
}

describe("files", () => {
  it("are named by the SHA-256 of their bytes", () => {
    const { store, folder } = tempStore();
    const bytes = Buffer.from("a long result");
    const hash = store.files.write(bytes);
    expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(store.files.path(hash)).toBe(path.join(folder, "files", hash.slice(0, 2), hash));
    expect(store.files.read(hash)).toEqual(bytes);
  });

  it("are for the person alone", () => {
    const { store } = tempStore();
    const file = store.files.path(store.files.write(Buffer.from("x")));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it("are kept once, however often they are written", () => {
    const { store } = tempStore();
    const file = store.files.path(store.files.write(Buffer.from("twice")));
    const { ino, mtimeMs } = statSync(file);
    store.files.write(Buffer.from("twice"));
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
    expect(readdirSync(path.dirname(file))).toHaveLength(1);
  });

  it("that were cut short are written anew", () => {
    const { store } = tempStore();
    const bytes = Buffer.from("whole");
    const hash = store.files.write(bytes);
    truncateSync(store.files.path(hash), 2);
    store.files.write(bytes);
    expect(store.files.read(hash)).toEqual(bytes);
  });

  it("that do not exist are neither there nor read", () => {
    const { store } = tempStore();
    expect(store.files.has(unknownHash)).toBe(false);
    expect(store.files.read(unknownHash)).toBeNull();
  });

  it.each([
    "",
    "../../../../etc/passwd",
    `../${"0".repeat(61)}`,
    "0".repeat(63),
    "0".repeat(65),
    `${"0".repeat(64)}\n`,
    "A".repeat(64),
    `${"0".repeat(62)}/a`,
    `${"0".repeat(63)}\0`,
  ])("have no path for %j", (name) => {
    const { store } = tempStore();
    const refused = expect.objectContaining({ code: "file-unknown" });
    expect(() => store.files.path(name)).toThrow(refused);
    expect(() => store.files.read(name)).toThrow(refused);
    expect(() => store.files.has(name)).toThrow(refused);
  });

  it.each([
    ["ENOSPC", "storage-full"],
    ["EROFS", "storage-read-only"],
    ["EIO", "storage-failed"],
  ])("that the disk refuses with %s become a sentence for the person", (code, expected) => {
    const refused = fileError(Object.assign(new Error("refused"), { code }));
    expect(refused).toMatchObject({ name: "AppError", code: expected });
  });
});

describe("pictures", () => {
  it("get their type and size from the bytes, whatever was declared", () => {
    const { store } = tempStore();
    const bytes = png(1280, 720);
    expect(store.files.writePicture(bytes, "text/html")).toEqual({
      type: "image",
      mimeType: "image/png",
      file: store.files.write(bytes),
      bytes: bytes.length,
      width: 1280,
      height: 720,
    });
  });

  it("are not made of anything else", () => {
    const { store, folder } = tempStore();
    expect(store.files.writePicture(Buffer.from("<svg/>"), "image/png")).toBeNull();
    expect(readdirSync(path.join(folder, "files"))).toEqual([]);
  });
});

describe("the sweep", () => {
  it("deletes what no call refers to, and keeps what one does", () => {
    const first = tempStore();
    first.store.conversations.create(conversation());
    const kept = savedPicture(first.store.files, "kept");
    const orphan = savedPicture(first.store.files, "orphan");
    first.store.toolCalls.save(callWithPicture(kept));
    first.store.close();
    const { store } = tempStore(first.folder);
    const { files } = store;
    expect(store.sweepFiles()).toBe(1);
    expect([files.has(kept.file), files.has(orphan.file)]).toEqual([true, false]);
  });

  it("keeps every one of a call's pictures", () => {
    const { store } = tempStore();
    store.conversations.create(conversation());
    const pictures = ["first", "second"].map((tail) => savedPicture(store.files, tail));
    const result = { isError: false, content: pictures, model: [] };
    store.toolCalls.save(toolCall({ state: "running", result: null }));
    store.toolCalls.save(toolCall({ result }));
    expect(store.sweepFiles()).toBe(0);
  });

  it("keeps a file of this run until the call that it belongs to is saved", () => {
    const { store } = tempStore();
    store.conversations.create(conversation());
    const picture = savedPicture(store.files, "");
    store.sweepFiles();
    expect(store.files.has(picture.file)).toBe(true);
    store.toolCalls.save(callWithPicture(picture));
    store.sweepFiles();
    expect(store.files.has(picture.file)).toBe(true);
  });

  it("takes a deleted conversation's pictures, except those that another one shows too", () => {
    const { store } = tempStore();
    const own = savedPicture(store.files, "own");
    const shared = savedPicture(store.files, "shared");
    store.conversations.create(conversation({ id: "c1" }));
    store.conversations.create(conversation({ id: "c2" }));
    store.toolCalls.save(callWithPicture(own, { id: "1" }));
    store.toolCalls.save(callWithPicture(shared, { id: "2" }));
    store.toolCalls.save(callWithPicture(shared, { conversationId: "c2" }));
    store.conversations.delete("c1");
    store.sweepFiles();
    expect([store.files.has(own.file), store.files.has(shared.file)]).toEqual([false, true]);
  });

  it("keeps the pictures of a call that cannot be read", () => {
    const { store, tamper } = tempStore();
    store.conversations.create(conversation());
    const picture = savedPicture(store.files, "");
    store.toolCalls.save(callWithPicture(picture));
    tamper("UPDATE tool_calls SET result = substr(result, 1, length(result) - 1)");
    expect(store.toolCalls.list("c1")).toEqual([]);
    store.sweepFiles();
    expect(store.files.has(picture.file)).toBe(true);
  });

  it("does not take a text that looks like a reference for one", () => {
    const { store } = tempStore();
    store.conversations.create(conversation());
    const text = `{"file":"${unknownHash}"}`;
    const result = { isError: false, content: [{ type: "text", text }], model: [] };
    store.toolCalls.save(toolCall({ result }));
    expect(store.toolCalls.referencedFiles()).toEqual(NOTHING_KEPT);
  });

  it("deletes what an interrupted write left behind, and nothing that is not the app's", () => {
    const { store, folder } = tempStore();
    const shard = path.join(folder, "files", "ab");
    mkdirSync(shard);
    const leftover = path.join(shard, `${unknownHash}.5f0c.tmp`);
    const strangers = [path.join(shard, "notes.txt"), path.join(shard, unknownHash)];
    for (const file of [leftover, ...strangers]) writeFileSync(file, "");
    expect(store.files.sweep(NOTHING_KEPT)).toBe(1);
    expect([leftover, ...strangers].map((file) => existsSync(file))).toEqual([false, true, true]);
  });
});
