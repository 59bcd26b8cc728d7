import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { SearchHit } from "../../../src-preload/model/search.ts";
import type { Store } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { callWithPicture, conversation, message, toolCall } from "./records.ts";
import { png } from "./pictures.ts";
import { tempStore } from "./temp-store.ts";

/** Three conversations about a portal in Würzburg, about Japanese, and about nothing much. */
function storeWithTexts(folder = tempFolder()) {
  const temp = tempStore(folder);
  const { store } = temp;
  store.conversations.create(conversation({ id: "portal", title: "Portal check", updatedAt: 1 }));
  store.conversations.create(conversation({ id: "tokyo", title: "東京の天気", updatedAt: 2 }));
  store.conversations.create(conversation({ id: "ab", title: "A/B of 100 %", updatedAt: 3 }));
  say(store, "portal", "Log in to the portal in Würzburg and read my mail", 1_000);
  say(store, "tokyo", "明日の天気を調べてください", 2_000);
  say(store, "ab", 'He said "nothing" AND left; a* OR NOT (much)', 3_000);
  const call = {
    conversationId: "portal",
    arguments: { url: "https://portal.example.com/inbox?folder=42" },
    page: { url: "https://portal.example.com/inbox", title: "Inbox" },
  };
  const answer = "You have 7 unread letters";
  const model = [{ type: "text" as const, text: answer }];
  store.toolCalls.save(toolCall({ ...call, result: { isError: false, content: [], model } }));
  return temp;
}

function say(store: Store, conversationId: string, text: string, createdAt: number): void {
  const sequence = store.messages.nextSequence(conversationId);
  const id = `${conversationId} ${sequence}`;
  const parts = [{ type: "text" as const, text }];
  store.messages.save(message({ id, conversationId, sequence, createdAt, parts }));
}

const found = (hits: readonly SearchHit[]) =>
  hits.map(({ kind, conversationId }) => `${kind} ${conversationId}`);
const lookFor = (store: Store, text: string) => found(store.search({ text }).hits);
const marked = (hit: SearchHit | undefined) =>
  hit?.snippet.filter((piece) => piece.found).map((piece) => piece.text);

describe("the search", () => {
  it.each([
    ["a word of a message", "mail", ["message portal"]],
    ["a title before all else", "portal", ["title portal", "tool-call portal", "message portal"]],
    ["an argument of a tool", "folder=42", ["tool-call portal"]],
    ["a part of a URL", "ortal.exam", ["tool-call portal"]],
    ["a result of a tool", "unread letters", ["tool-call portal"]],
    ["whatever the case", "LOG IN", ["message portal"]],
    ["without its dots", "wurzburg", ["message portal"]],
    ["in a language without spaces", "天気を", ["message tokyo"]],
    ["what only looks like an operator", '"nothing" AND a* (much)', ["message ab"]],
    ["nothing when one word is missing", "mail elephant", []],
    ["a short word beside a long one", "in mail", ["message portal"]],
    ["a short word in the titles alone", "東京", ["title tokyo"]],
    ["a pattern as it stands", "0 %", ["title ab"]],
    ["no pattern at all", "_", []],
  ])("finds %s", (_case, text, expected) => {
    expect(lookFor(storeWithTexts().store, text).toSorted()).toEqual(expected.toSorted());
  });

  it("puts titles first, then what fits best", () => {
    const { store } = storeWithTexts();
    say(store, "ab", `portal ${"and many other words ".repeat(200)}`, 4_000);
    const hits = lookFor(store, "portal");
    expect(hits[0]).toBe("title portal");
    expect(hits.at(-1)).toBe("message ab");
  });

  it("shows the place, with what was found marked", () => {
    const { store } = storeWithTexts();
    say(store, "ab", `${"x ".repeat(900)}needle in a haystack${" y".repeat(900)}`, 4_000);
    const [hit] = store.search({ text: "needle hayst" }).hits;
    expect(marked(hit)).toEqual(["needle", "hayst"]);
    expect(hit?.snippet.map((piece) => piece.text).join("").length).toBeLessThan(100);
    expect(hit?.title).toBe("A/B of 100 %");
  });

  it("can be narrowed to pictures, a site, a server and a time", () => {
    const { store } = storeWithTexts();
    const picture = store.files.writePicture(png(1, 1), "image/png");
    if (!picture) throw new Error("no picture");
    store.toolCalls.save(callWithPicture(picture, { conversationId: "tokyo", server: "camera" }));
    say(store, "tokyo", "mail", 5_000);
    const narrowed = (filter: object) => found(store.search({ text: "mail", ...filter }).hits);
    expect(narrowed({ hasPictures: true })).toEqual(["message tokyo"]);
    expect(narrowed({ site: "portal.example.com" })).toEqual(["message portal"]);
    expect(narrowed({ server: "camera" })).toEqual(["message tokyo"]);
    expect(narrowed({ before: 5_000 })).toEqual(["message portal"]);
    expect(narrowed({ from: 5_000 })).toEqual(["message tokyo"]);
  });

  it("lists the conversations that the filters let through when no word is given", () => {
    const { store } = storeWithTexts();
    expect(found(store.search({ text: " " }).hits)).toEqual([
      "title ab",
      "title tokyo",
      "title portal",
    ]);
    expect(found(store.search({ text: "", server: "playwright" }).hits)).toEqual(["title portal"]);
    expect(store.search({ text: "", limit: 1 }).hits).toHaveLength(1);
  });

  it("follows what changes: a new title, a text that grows", () => {
    const { store } = storeWithTexts();
    store.conversations.update("portal", { title: "Letters" });
    expect(lookFor(store, "Portal check")).toEqual([]);
    store.messages.save(message({ id: "m", conversationId: "ab", sequence: 9, complete: false }));
    const parts = [{ type: "text" as const, text: "and the rest of it" }];
    store.messages.save(message({ id: "m", conversationId: "ab", sequence: 9, parts }));
    expect(lookFor(store, "rest of it")).toEqual(["message ab"]);
  });

  it("does not find what was taken back", () => {
    const { store } = storeWithTexts();
    const failing = () =>
      store.transaction(() => {
        say(store, "ab", "never happened", 1);
        throw new Error("back");
      });
    expect(failing).toThrow("back");
    expect(lookFor(store, "happened")).toEqual([]);
  });
});

describe("the search index", () => {
  const searchFiles = (folder: string) =>
    readdirSync(folder).filter((name) => name.startsWith("search.db"));
  const holds = (folder: string, word: string) =>
    searchFiles(folder).some((name) => readFileSync(path.join(folder, name)).includes(word));

  it("has no word of a deleted conversation left in its file (D7)", () => {
    const { store, folder } = storeWithTexts();
    store.search({ text: "mail" });
    expect(holds(folder, "Würzburg")).toBe(true);
    const before = performance.now();
    store.deleteConversation("portal");
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(holds(folder, "Würzburg")).toBe(false);
    expect(holds(folder, "burg")).toBe(false);
    expect(lookFor(store, "mail")).toEqual([]);
  });

  it("has everything again in the next run, also what was saved last", () => {
    const folder = tempFolder();
    storeWithTexts(folder).store.close();
    expect(lookFor(tempStore(folder).store, "mail")).toEqual(["message portal"]);
  });

  it("takes in what it lacks when the last run did not end in order, and says that it is at it", () => {
    const folder = tempFolder();
    const first = storeWithTexts(folder);
    first.store.close();
    // The records of another run, of which the index knows nothing.
    writeFileSync(path.join(folder, "pilothouse.db-closed"), "");
    first.tamper(
      "INSERT INTO messages (id, conversation_id, turn_id, sequence, role, created_at, parts, complete) VALUES ('late', 'ab', 't', 99, 'user', 1, '[{\"type\":\"text\",\"text\":\"latecomer\"}]', 1)",
    );
    const { store } = tempStore(folder);
    expect(store.search({ text: "latecomer" })).toEqual({ hits: [], complete: false });
    store.finishSearchIndex();
    expect(store.search({ text: "latecomer" })).toMatchObject({
      hits: [{ recordId: "late" }],
      complete: true,
    });
  });

  it.each(["damaged", "missing"])("is made anew when it is %s", (how) => {
    const folder = tempFolder();
    storeWithTexts(folder).store.close();
    const file = path.join(folder, "search.db");
    expect(existsSync(file)).toBe(true);
    writeFileSync(file, how === "missing" ? "" : "no database at all".repeat(900));
    const { store } = tempStore(folder);
    store.finishSearchIndex();
    expect(lookFor(store, "mail")).toEqual(["message portal"]);
  });

  it("fills itself behind the writes, without being asked", async () => {
    const { store, folder } = storeWithTexts();
    await expect.poll(() => holds(folder, "Würzburg")).toBe(true);
    expect(lookFor(store, "mail")).toEqual(["message portal"]);
  });
});
