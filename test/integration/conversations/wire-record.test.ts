import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Frames } from "../../../src-main/conversations/frames.ts";
import { FullTexts } from "../../../src-main/conversations/full-texts.ts";
import { wireHandlers } from "../../../src-main/ipc/handlers.ts";
import { requests } from "../../../src-preload/contract/requests.ts";
import type { Frame } from "../../../src-preload/model/frame.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { launchContext } from "../../support/launch-context.ts";

const SECRET = "swordfish-4711";

type Call = readonly [tool: string, args: object];

const echo = (text: string): Call => ["echo", { text }];
/** The server tells the secret that it was given. */
const tellSecret: Call = ["env", {}];

/** A conversation after these calls, one a step, and the window's requests about it. */
async function after(...wanted: readonly Call[]) {
  const redactor = new Redactor();
  const { conversations, store, create } = conversationsWith({
    model: new FakeModel(...wanted.map((call) => calls(call)), text("Done.")),
    servers: [fakeServer({ config: { env: { API_TOKEN: SECRET } } })],
    launch: launchContext({ redactor }),
  });
  const conversationId = create();
  const { ended } = await conversations.live(conversationId).send("go");
  await ended;
  const saved: { text: string; name: string }[] = [];
  const answers = [true];
  const handlers = wireHandlers({
    frames: new Frames({ conversations, redactor }),
    fullTexts: new FullTexts({ conversations, files: () => store.files }),
    saveText: (content, name) => {
      const isPlaced = answers.at(-1) === true;
      if (isPlaced) saved.push({ text: content, name });
      return Promise.resolve(isPlaced);
    },
  });
  const read = async (more: object = {}) =>
    requests.readFrames.output.parse(
      await handlers.readFrames(
        requests.readFrames.input.parse({ conversationId, server: "fake", limit: 500, ...more }),
      ),
    );
  const { toolCalls } = conversations.live(conversationId).snapshot();
  const callId = toolCalls[0]?.id ?? "";
  return { handlers, conversationId, read, saved, answers, callId };
}

const numbersOf = (frames: readonly Frame[]) => frames.map(({ number }) => number);

describe("the record of what went over the wire (M14)", () => {
  it("is read with secrets hidden, both directions in their order", async () => {
    const { read } = await after(echo("hello"), tellSecret);
    const { frames, hasEarlier, seen } = await read();
    expect(hasEarlier).toBe(false);
    expect(numbersOf(frames)).toEqual(frames.map((_, index) => index));
    expect(seen).toBe(frames.length);
    expect(frames[0]).toMatchObject({ direction: "to-server", method: "initialize" });
    const { frames: called } = await read({ filter: { method: "tools/call" } });
    expect(called.map(({ direction }) => direction)).toEqual(["to-server", "to-server"]);
    expect(frames.at(-1)?.text).toContain("[REDACTED]");
    expect(JSON.stringify(frames)).not.toContain(SECRET);
  });

  it("is read in pages, the latest first to come", async () => {
    const { read } = await after(echo("a"), echo("b"), echo("c"));
    const all = (await read()).frames;
    const latest = await read({ limit: 3 });
    expect(numbersOf(latest.frames)).toEqual(numbersOf(all.slice(-3)));
    expect(latest.hasEarlier).toBe(true);
    const before = latest.frames[0]?.number;
    const earlier = await read({ limit: 500, filter: { before } });
    expect(numbersOf(earlier.frames)).toEqual(numbersOf(all.slice(0, -3)));
    expect(earlier.hasEarlier).toBe(false);
  });

  it("is searched in what is shown of it, so that no secret can be guessed by it", async () => {
    const { read } = await after(echo("needle"), tellSecret);
    const found = await read({ filter: { text: "needle", direction: "from-server" } });
    expect(found.frames).toHaveLength(1);
    expect((await read({ filter: { text: SECRET } })).frames).toEqual([]);
  });

  it("is told in pieces where it is large", async () => {
    const { read } = await after(...["x", "y", "z"].map((letter) => echo(letter.repeat(200_000))));
    const { frames, hasEarlier } = await read();
    expect(hasEarlier).toBe(true);
    expect(frames.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
  });

  it("is exported where the person says, with secrets only where they were warned", async () => {
    const { handlers, conversationId, saved, answers } = await after(tellSecret);
    const asked = { conversationId, server: "fake" };
    expect(await handlers.exportFrames({ ...asked, secrets: "hidden" })).toEqual({ saved: true });
    expect(await handlers.exportFrames({ ...asked, secrets: "kept" })).toEqual({ saved: true });
    expect(saved.map(({ name }) => name)).toEqual(["fake-frames.jsonl", "fake-frames.jsonl"]);
    expect(saved.map(({ text }) => text.includes(SECRET))).toEqual([false, true]);
    answers.push(false);
    expect(await handlers.exportFrames({ ...asked, secrets: "kept" })).toEqual({ saved: false });
    expect(saved).toHaveLength(2);
  });

  it("is that of a server of the conversation, and of nothing else", async () => {
    const { handlers, read } = await after();
    await expect(read({ server: "other" })).rejects.toMatchObject({ code: "server-unknown" });
    const elsewhere = async () =>
      await handlers.readFrames({ conversationId: "none", server: "fake", limit: 1 });
    await expect(elsewhere()).rejects.toMatchObject({ code: "conversation-unknown" });
  });
});

describe("the whole text of a result of which the model got a part (M21)", () => {
  it("is read from the disk", async () => {
    const said = `${"ü".repeat(60_000)} end`;
    const { handlers, conversationId, callId } = await after(echo(said));
    const full = await handlers.readFullText({ conversationId, callId });
    expect(requests.readFullText.output.parse(full)).toEqual({ text: said, isWhole: true });
  });

  it("is cut where the window would stall, between two characters", async () => {
    const { handlers, conversationId, callId } = await after(echo(`a${"ü".repeat(1_500_000)}`));
    const full = await handlers.readFullText({ conversationId, callId });
    const shown = requests.readFullText.output.parse(full);
    expect(shown.isWhole).toBe(false);
    expect(shown.text).toBe(`a${"ü".repeat(999_999)}`);
  });

  it("is said to be gone where there is none", async () => {
    const { handlers, conversationId, callId } = await after(echo("short"));
    const reading = async (id: string) =>
      await handlers.readFullText({ conversationId, callId: id });
    await expect(reading(callId)).rejects.toMatchObject({ code: "text-gone" });
    await expect(reading("unknown")).rejects.toMatchObject({ code: "text-gone" });
  });
});
