import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { png } from "./pictures.ts";
import { contentOf } from "./old-records.ts";
import { conversation, message, toolCall } from "./records.ts";
import { tempStore } from "./temp-store.ts";

/** What a row may have at most (B7.9, B14.3), in bytes. */
const MOST_BYTES = 20_000;

function storeWithConversation() {
  const temp = tempStore();
  temp.store.conversations.create(conversation());
  return temp;
}

function longestRow(databaseFile: string): number {
  const rows = Object.values(contentOf(databaseFile)).flat();
  return Math.max(...rows.map((row) => Buffer.byteLength(JSON.stringify(Object.values(row)))));
}

const long = `${"ü".repeat(300_000)}END-42`;
const manyPictures = Array.from({ length: 2_000 }, (_, index) => ({
  type: "image",
  mimeType: "image/png",
  file: index.toString(16).padStart(64, "0"),
  bytes: 1,
  width: 1,
  height: 1,
}));

describe("a record that is long", () => {
  it.each([
    [
      "a long result",
      {
        result: {
          isError: false,
          content: [{ type: "text", text: long }],
          model: [{ type: "text" as const, text: long }],
        },
      },
    ],
    ["long arguments", { arguments: { path: "a", text: long } }],
    [
      "arguments of many members",
      {
        arguments: Object.fromEntries(
          Array.from({ length: 9_000 }, (_, index) => [`member ${index}`, index]),
        ),
      },
    ],
    ["one very long name", { arguments: { ["n".repeat(90_000)]: 1 } }],
    [
      "a long failure",
      { state: "failed" as const, result: null, failure: { code: "x", message: long } },
    ],
    ["thousands of pictures", { result: { isError: false, content: manyPictures, model: [] } }],
    ["a long title of its page", { page: { url: "https://example.com", title: long } }],
  ])("comes back whole from a small row: %s", (_case, fields) => {
    const { store, databaseFile } = storeWithConversation();
    const call = toolCall(fields);
    store.toolCalls.save(call);
    expect(store.toolCalls.list("c1")).toEqual([call]);
    expect(longestRow(databaseFile)).toBeLessThan(MOST_BYTES);
  });

  it("is the same for a message, once it is complete", () => {
    const { store, databaseFile } = storeWithConversation();
    const whole = message({ parts: [{ type: "text", text: long }] });
    store.messages.save({ ...whole, complete: false });
    store.messages.save(whole);
    expect(store.messages.list("c1")).toEqual([whole]);
    expect(store.messages.lastText("c1")).toContain("END-42");
    expect(longestRow(databaseFile)).toBeLessThan(MOST_BYTES);
  });

  it("keeps its file, and the files that it refers to, through a sweep", () => {
    const { store } = storeWithConversation();
    const picture = store.files.writePicture(png(1, 1), "image/png");
    if (!picture) throw new Error("no picture");
    const result = { isError: false, content: [picture, { type: "text", text: long }], model: [] };
    const call = toolCall({ result });
    store.toolCalls.save(call);
    expect(store.sweepFiles()).toBe(0);
    expect(store.toolCalls.list("c1")).toEqual([call]);
    expect(store.files.has(picture.file)).toBe(true);
  });

  it("lets go of the file when it is short again", () => {
    const { store } = storeWithConversation();
    store.toolCalls.save(toolCall({ arguments: { text: long } }));
    store.toolCalls.save(toolCall());
    expect(store.sweepFiles()).toBe(1);
  });

  it("shows head and tail, and the log says so, when its file is missing", () => {
    const { store, folder, log } = storeWithConversation();
    const result = { isError: false, content: [{ type: "text", text: long }], model: [] };
    store.toolCalls.save(toolCall({ result }));
    rmSync(`${folder}/files`, { recursive: true });
    const [call] = store.toolCalls.list("c1");
    expect(call?.result?.content[0]?.["text"]).toMatch(/^ü+ \[… \d+ characters …\] ü+END-42$/);
    expect(log).toEqual([expect.stringContaining("missing")]);
  });

  it("is deleted with its conversation, file and all", () => {
    const { store } = storeWithConversation();
    store.conversations.create(conversation({ id: "c2" }));
    store.toolCalls.save(toolCall({ arguments: { text: long } }));
    store.toolCalls.save(toolCall({ arguments: { text: `${long}2` }, conversationId: "c2" }));
    const [own] = store.toolCalls.referencedFiles("c1");
    const [other] = store.toolCalls.referencedFiles("c2");
    store.deleteConversation("c1");
    expect([store.files.has(own ?? ""), store.files.has(other ?? "")]).toEqual([false, true]);
  });
});
