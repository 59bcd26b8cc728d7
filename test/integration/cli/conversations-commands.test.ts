import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../../src-main/store/store.ts";
import { cliRun } from "../../support/cli.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { conversation, message, toolCall, turn } from "../store/records.ts";

function dataWithConversation(): string {
  const data = tempFolder();
  const store = openStore(data);
  store.conversations.create(conversation());
  store.turns.save(turn());
  store.messages.save(message());
  store.toolCalls.save(toolCall());
  store.close();
  return data;
}

const conversations = (data: string, ...args: readonly string[]) =>
  cliRun(["conversations", ...args, "--data", data]);

describe("cli conversations", () => {
  it("lists, shows and finds them", async () => {
    const data = dataWithConversation();
    const { lines } = await conversations(data, "list");
    expect(lines).toMatchObject([{ conversations: [{ id: "c1", title: "Portal check" }] }]);
    const shown = await conversations(data, "show", "c1");
    expect(shown.lines).toMatchObject([{ messages: [{ id: "m1" }], toolCalls: [{ id: "call1" }] }]);
    const found = await conversations(data, "search", "the portal");
    expect(found.lines).toMatchObject([
      { complete: true, hits: [{ conversationId: "c1", kind: "message" }] },
    ]);
  });

  it("exports one and imports it into another folder", async () => {
    const file = path.join(tempFolder(), "export.json");
    const out = ["export", "c1", "--format", "json", "--out", file];
    expect((await conversations(dataWithConversation(), ...out)).lines).toEqual([
      { file, redacted: false },
    ]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ title: "Portal check" });
    const other = tempFolder();
    const imported = await conversations(other, "import", file);
    const { lines } = await conversations(
      other,
      "show",
      String(imported.lines[0]?.["conversation"]),
    );
    expect(lines).toMatchObject([{ messages: [{ parts: [{ text: "Check the portal" }] }] }]);
  });

  it("verifies what is on disk", async () => {
    const data = dataWithConversation();
    const whole = await conversations(data, "verify");
    expect(whole).toMatchObject({
      code: 0,
      lines: [{ conversations: 1, problems: [], missingFiles: [] }],
    });
    const store = openStore(data);
    const content = [{ type: "image", file: "a".repeat(64) }];
    store.toolCalls.save(toolCall({ result: { isError: false, content, model: [] } }));
    store.close();
    const lacking = await conversations(data, "verify");
    expect(lacking).toMatchObject({ code: 1, lines: [{ missingFiles: ["a".repeat(64)] }] });
  });

  it("is refused, with a sentence, while another process has the folder", async () => {
    const data = dataWithConversation();
    const store = openStore(data);
    const { code, stderr } = await conversations(data, "list");
    store.close();
    expect(code).toBe(1);
    expect(stderr).toContain("is using this data folder");
  });

  it.each([["show"], ["show", "nobody"], ["levitate"], ["import", "nowhere.json"]])(
    "says what is wrong: %s %s",
    async (...args) => {
      const { code, stderr } = await conversations(dataWithConversation(), ...args);
      expect(code).not.toBe(0);
      expect(stderr).not.toBe("");
    },
  );

  it("imports nothing of a file that is none", async () => {
    const file = path.join(tempFolder(), "x.json");
    writeFileSync(file, "{}");
    const { code, stderr } = await conversations(tempFolder(), "import", file);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Nothing was imported")]);
  });
});
