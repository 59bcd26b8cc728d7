import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BrowserProfiles } from "../../../src-main/conversations/browser-profiles.ts";
import { workspaceFolder } from "../../../src-main/conversations/folders.ts";
import { Logins } from "../../../src-main/browser/logins.ts";
import { processLookup } from "../../../src-main/process/running-programs.ts";
import { FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { png } from "../store/pictures.ts";
import { callWithPicture } from "../store/records.ts";

/** Two turns, a picture with the first, a file in the workspace and one in the profile. */
async function conversationToFork() {
  const model = new FakeModel([...text("answer 1")], [...text("answer 2")]);
  const parts = conversationsWith({ model });
  const { data, store, conversations } = parts;
  const id = parts.create();
  const live = conversations.live(id);
  for (const said of ["1", "2"]) await (await live.send(said)).ended;
  const [, first] = live.snapshot().messages;
  const picture = store.files.writePicture(png(1, 1), "image/png");
  if (!first || !picture) throw new Error("no answer");
  store.toolCalls.save(
    callWithPicture(picture, { conversationId: id, messageId: first.id, turnId: first.turnId }),
  );
  const workspace = workspaceFolder(data, id);
  const profile = path.join(workspace, ".pilothouse", "browser-profile", "Default");
  mkdirSync(profile, { recursive: true });
  writeFileSync(path.join(profile, "Cookies"), "cookies");
  writeFileSync(path.join(workspace, "notes.txt"), "notes");
  const processes = processLookup;
  const logins = new Logins({ folder: path.join(data, "logins"), clock: Date.now, processes });
  const profiles = new BrowserProfiles({ data, conversations, logins, processes });
  return { ...parts, profiles, picture, from: { conversationId: id, messageId: first.id } };
}

describe("a fork", () => {
  it("goes on from the message, with the same picture, and leaves the other as it was", async () => {
    const { profiles, from, conversations, store, picture } = await conversationToFork();
    const before = store.messages.list(from.conversationId);
    const { id } = await profiles.fork(from, { withProfile: false });
    expect(conversations.live(id).snapshot()).toMatchObject({
      messages: [{ role: "user" }, { role: "assistant" }],
      toolCalls: [{ id: "call1" }],
      turns: [{ state: "finished" }],
    });
    expect(store.messages.list(from.conversationId)).toEqual(before);
    await conversations.delete(from.conversationId);
    expect(store.files.has(picture.file)).toBe(true);
  });

  it.each([true, false])(
    "has a copy of the workspace, and of the profile if asked (%s)",
    async (withProfile) => {
      const { profiles, from, data } = await conversationToFork();
      const { id } = await profiles.fork(from, { withProfile });
      const workspace = workspaceFolder(data, id);
      expect(readFileSync(path.join(workspace, "notes.txt"), "utf8")).toBe("notes");
      const cookies = path.join(workspace, ".pilothouse", "browser-profile", "Default", "Cookies");
      expect(existsSync(cookies)).toBe(withProfile);
    },
  );

  it("is not made, nor any folder of it, from a message that does not exist", async () => {
    const { profiles, from, conversations } = await conversationToFork();
    const unknown = expect.objectContaining({ code: "message-unknown" });
    const forking = profiles.fork({ ...from, messageId: "nobody" }, { withProfile: false });
    await expect(forking).rejects.toThrow(unknown);
    expect(conversations.list()).toHaveLength(1);
  });
});
