import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import {
  readForExport,
  type ExportedConversation,
} from "../../../src-main/conversations/export/exported-conversation.ts";
import { importConversation } from "../../../src-main/conversations/export/import-conversation.ts";
import { writeExport } from "../../../src-main/conversations/export/write-export.ts";
import type { Store } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { png } from "../store/pictures.ts";
import { conversation, message, toolCall, turn } from "../store/records.ts";
import { tempStore } from "../store/temp-store.ts";

const here = { modelId: null, headless: true };
const SECRET = "sk-secret-0042";

/** A conversation with a text that looks like HTML and Markdown, a picture, and a long result. */
function storeWithConversation(): Store {
  const { store } = tempStore();
  store.conversations.create(conversation({ title: 'Portal <check> & "more"' }));
  store.turns.save(turn());
  const text = "# not a heading <img src=x onerror=alert(1)>";
  store.messages.save(message({ parts: [{ type: "text", text }] }));
  const parts = [
    { type: "reasoning" as const, text: "thinking hard" },
    { type: "tool-call" as const, callId: "call1" },
    { type: "text" as const, text: "Done." },
  ];
  store.messages.save(message({ id: "m2", sequence: 2, role: "assistant", parts }));
  const picture = store.files.writePicture(png(2, 2), "image/png");
  if (!picture) throw new Error("no picture");
  const answer = { type: "text" as const, text: `\`\`\`\n${"x".repeat(40_000)}END` };
  const result = { isError: false, content: [answer, picture], model: [answer, picture] };
  store.toolCalls.save(toolCall({ messageId: "m2", result }));
  return store;
}

function exportOf(store: Store, redactor = new Redactor(), id = "c1"): ExportedConversation {
  const exported = readForExport(id, { store, redactor, now: 9_000 });
  if (!exported) throw new Error("no conversation");
  return exported;
}

/** Ids are made anew by an import; everything else is compared. */
function withoutIds({ turns, messages, toolCalls, ...rest }: ExportedConversation) {
  const ofTurns = turns.map(({ id: _id, conversationId: _c, ...turnRest }) => turnRest);
  const ofMessages = messages.map(({ id: _id, conversationId: _c, turnId: _t, ...more }) => more);
  const ofCalls = toolCalls.map(
    ({ conversationId: _c, turnId: _t, messageId: _m, ...more }) => more,
  );
  return { ...rest, ofTurns, ofMessages, ofCalls };
}

describe("an export as JSON", () => {
  it("is imported again without loss, pictures and long results too", () => {
    const exported = exportOf(storeWithConversation());
    const { store } = tempStore();
    const id = importConversation(JSON.stringify(exported), store, here);
    expect(withoutIds(exportOf(store, new Redactor(), id))).toEqual(withoutIds(exported));
    const [call] = store.toolCalls.list(id);
    const [, answer] = store.messages.list(id);
    expect(call?.messageId).toBe(answer?.id);
    expect(store.sweepFiles()).toBe(0);
  });

  it("can be imported beside the conversation itself", () => {
    const store = storeWithConversation();
    const id = importConversation(JSON.stringify(exportOf(store)), store, here);
    expect(
      store.conversations
        .list()
        .map((row) => row.id)
        .toSorted(),
    ).toEqual(["c1", id].toSorted());
    expect(store.messages.list("c1")).toHaveLength(2);
  });

  it.each<[string, (exported: ExportedConversation) => unknown]>([
    ["is not JSON", () => "{"],
    ["is something else", () => ({ a: 1 })],
    ["is of a later form", (exported) => ({ ...exported, version: 2 })],
    ["has a message that is none", (exported) => ({ ...exported, messages: [{ id: 1 }] })],
    [
      "has a file that was changed",
      (exported) => ({ ...exported, files: { ["a".repeat(64)]: "AAAA" } }),
    ],
    [
      "has two messages in one place",
      (exported) => ({
        ...exported,
        messages: [...exported.messages, { ...exported.messages[0], id: "again" }],
      }),
    ],
  ])("that %s is refused, and nothing of it is kept", (_case, change) => {
    const changed = change(exportOf(storeWithConversation()));
    const { store } = tempStore();
    const json = typeof changed === "string" ? changed : JSON.stringify(changed);
    expect(() => importConversation(json, store, here)).toThrow("Nothing was imported");
    expect(store.conversations.list()).toEqual([]);
  });

  it("has no secret in it, and says that there was one", () => {
    const store = storeWithConversation();
    store.messages.save(
      message({ id: "m3", sequence: 3, parts: [{ type: "text", text: `key ${SECRET}` }] }),
    );
    const redactor = new Redactor();
    expect(exportOf(store, redactor).redacted).toBe(false);
    redactor.add(SECRET);
    const exported = exportOf(store, redactor);
    expect(exported.redacted).toBe(true);
    expect(JSON.stringify(exported)).not.toContain(SECRET);
  });

  it("leaves out a kept text in which a secret stands", () => {
    const store = storeWithConversation();
    const file = store.files.write(Buffer.from(`long text with ${SECRET}`));
    const content = [{ type: "text", text: "…", whole: { file, bytes: 1 } }];
    store.toolCalls.save(toolCall({ id: "k2", result: { isError: false, content, model: [] } }));
    const redactor = new Redactor();
    redactor.add(SECRET);
    const exported = exportOf(store, redactor);
    expect([file in exported.files, exported.redacted]).toEqual([false, true]);
  });
});

describe("an export for people", () => {
  it("is one HTML file in which nothing runs and nothing is from elsewhere", () => {
    const file = path.join(tempFolder(), "a.html");
    writeExport(exportOf(storeWithConversation()), "html", file);
    const html = readFileSync(file, "utf8");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("<title>Portal &lt;check&gt; &amp; &quot;more&quot;</title>");
    expect(html).toContain('src="data:image/png;base64,');
    expect(html).toContain("END</pre>");
    expect(html).not.toContain("thinking hard");
    expect(html).not.toMatch(/<script|https?:\/\//);
  });

  it("is Markdown with a folder of pictures, in which a result cannot end its fence", () => {
    const folder = tempFolder();
    writeExport(exportOf(storeWithConversation()), "markdown", path.join(folder, "My export.md"));
    const text = readFileSync(path.join(folder, "My export.md"), "utf8");
    const [picture = ""] = readdirSync(path.join(folder, "My export pictures"));
    expect(text).toContain(`![Picture](My%20export%20pictures/${picture})`);
    expect(existsSync(path.join(folder, "My export pictures", picture))).toBe(true);
    expect(text).toContain("````\n```\nxxx");
    expect(text).toContain("**playwright: browser_click** (done)");
  });
});
