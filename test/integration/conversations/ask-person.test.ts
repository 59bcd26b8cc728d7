import { describe, expect, it, vi } from "vitest";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";

const question = ["ask_person", { reason: "Which berth?", choices: ["North", "South"] }] as const;

describe("a model that asks the person", () => {
  it("waits without a limit, says so, and goes on with the answer", async () => {
    const model = new FakeModel(calls(question), text("South it is."));
    const { conversations, events, create } = conversationsWith({ model, servers: [fakeServer()] });
    const live = conversations.live(create());
    const { ended } = await live.send("Book it");
    await vi.waitFor(() => expect(live.snapshot().questions).toHaveLength(1), { timeout: 10_000 });
    expect(live.summary()).toMatchObject({
      activity: "waiting",
      waitingFor: { tool: "ask_person", arguments: { reason: "Which berth?" } },
    });
    expect(live.snapshot().turns).toMatchObject([{ state: "awaiting-approval" }]);
    const [asked] = live.snapshot().questions;
    conversations.questions.answer(asked?.id ?? "", { kind: "answer", text: "South" });
    expect(await ended).toMatchObject({ reason: "finished" });
    expect(JSON.stringify(model.requests[1]?.transcript.at(-1))).toContain("answers: South");
    expect(events.map(({ type }) => type)).toContain("question-settled");
    expect(live.snapshot().toolCalls).toMatchObject([{ server: "Pilothouse", state: "done" }]);
  });

  it("can be stopped, and then nothing waits any more", async () => {
    const { conversations, create } = conversationsWith({ model: new FakeModel(calls(question)) });
    const live = conversations.live(create());
    const { ended } = await live.send("Book it");
    await vi.waitFor(() => expect(live.snapshot().questions).toHaveLength(1), { timeout: 10_000 });
    await live.stop();
    expect(await ended).toMatchObject({ reason: "stopped" });
    expect(live.snapshot()).toMatchObject({ questions: [], toolCalls: [{ state: "stopped" }] });
  });

  it("asks nobody's permission for that, and offers its own tools before all others", async () => {
    const model = new FakeModel(text("Hi"));
    const { conversations, create } = conversationsWith({ model, servers: [fakeServer()] });
    await (
      await conversations.live(create()).send("Hi")
    ).ended;
    const names = model.requests[0]?.tools.map(({ name }) => name);
    expect(names?.slice(0, 3)).toEqual(["read", "ask_person", "echo"]);
  });
});
