import { describe, expect, it, vi } from "vitest";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function conversationWith(mode: string, model = new FakeModel()) {
  const log = `${tempFolder()}/log`;
  const config = { env: { API_TOKEN: "hunter2hunter2" } };
  const servers = [fakeServer({ mode, log, config })];
  const { conversations, create, events } = conversationsWith({ model, servers });
  const live = conversations.live(create());
  return { live, log, model, events };
}

async function turn(live: ReturnType<typeof conversationWith>["live"], words: string) {
  await (
    await live.send(words)
  ).ended;
}

describe("/mcp in a conversation (M35)", () => {
  it("lists the servers without starting one and without asking the model", async () => {
    const { live, log, model } = conversationWith("");
    expect(await live.command("/mcp")).toBe("fake: not started (starts on the first call)");
    expect(eventsIn(log)).toEqual([]);
    expect(model.requests).toEqual([]);
    expect(live.snapshot().messages).toEqual([]);
  });

  it("shows what a server says with its secrets hidden (M23)", async () => {
    const { live } = conversationWith("tells-token,crash-on-start", new FakeModel(text("hm")));
    await turn(live, "go");
    const answer = await live.command("/mcp fake");
    expect(answer).toContain("Traceback: it is broken, with [REDACTED]");
    expect(answer).not.toContain("hunter2");
  });

  it("ends a server's process on restart; the next call has a new one", async () => {
    const model = new FakeModel(calls(["echo", { text: "a" }]), text("ok"));
    const { live } = conversationWith("", model);
    await turn(live, "go");
    expect(await live.command("/mcp")).toMatch(/^fake: running \(process \d+\), 13 tools$/);
    await live.command("/mcp restart fake");
    expect(await live.command("/mcp")).toBe("fake: exited (restarts on the next call), 13 tools");
  });

  it("asks a server for its tools anew on retry, though it has just failed (B3.1)", async () => {
    const { live, log } = conversationWith("crash-on-start", new FakeModel(text("hm")));
    await turn(live, "go");
    await live.command("/mcp retry fake");
    expect(eventsIn(log)).toHaveLength(2);
  });

  it("says which servers there are when it does not know the name", async () => {
    const { live } = conversationWith("");
    await expect(live.command("/mcp Fake")).rejects.toThrow(/no server is called "Fake".*"fake"/i);
  });
});

/** The names of the tools that a request offers, without the app's own. */
const ofServers = ({ tools }: { readonly tools: readonly { readonly name: string }[] }) =>
  tools.map(({ name }) => name).filter((name) => !["read", "ask_person"].includes(name));

describe("the tools of a turn", () => {
  it("are those that a call has brought, in the very next request of the model (B9.4, M7)", async () => {
    const model = new FakeModel(calls(["unlock", {}]), calls(["unlock", {}]), text("ok"));
    const { live } = conversationWith("unlock", model);
    await turn(live, "go");
    const offered = model.requests.map(ofServers);
    expect(offered).toEqual([["unlock"], ["a", "b"], ["a", "b"]]);
    expect(JSON.stringify(model.requests[2]?.transcript)).toContain("no longer available");
  });

  it("bring their server's words to the model only while one of them is offered (M27)", async () => {
    const model = new FakeModel(text("hm"), text("ok"));
    const words = { promptSection: "## Add\n- Add with care." };
    const servers = [
      fakeServer({ mode: "unlock", config: words }),
      fakeServer({ mode: "crash-on-start", config: { name: "gone", promptSection: "## Gone" } }),
    ];
    const { conversations, create } = conversationsWith({ model, servers });
    await turn(conversations.live(create()), "go");
    expect(model.requests[0]?.instructions).toContain("Add with care");
    expect(model.requests[0]?.instructions).not.toContain("## Gone");
  });

  it("that are missing are told before the model answers (B3.1)", async () => {
    const { live, events } = conversationWith("crash-on-start", new FakeModel(text("hm")));
    await turn(live, "go");
    await vi.waitFor(() =>
      expect(events).toContainEqual({
        type: "notice",
        conversationId: live.id,
        message: expect.stringContaining('The tools of "fake" are missing') as string,
      }),
    );
    const told = events.findIndex(({ type }) => type === "notice");
    const answered = events.findIndex(({ type }) => type === "message-delta");
    expect(told).toBeLessThan(answered);
  });

  it("are approved by the person alone, and offered from then on (S42)", async () => {
    const model = new FakeModel(calls(["add", {}], ["add", {}]), text("hm"), text("ok"));
    const { live } = conversationWith("rug-pull", model);
    await turn(live, "go");
    const states = live.snapshot().toolCalls.map(({ state, failure }) => [state, failure?.code]);
    expect(states).toEqual([
      ["done", undefined],
      ["failed", "tool-held-back"],
    ]);
    expect(model.requests.map(ofServers)[1]).toEqual([]);
    const held = live.snapshot().servers[0]?.catalogue?.heldBack ?? [];
    live.approveTools("fake", held);
    await turn(live, "again");
    expect(model.requests.map(ofServers)[2]).toEqual(["add"]);
  });
});
