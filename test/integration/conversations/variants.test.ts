import { describe, expect, it } from "vitest";
import type { ConversationSnapshot } from "../../../src-preload/model/conversation.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { ConversationRecord } from "../../../src-main/conversations/conversation-record.ts";
import { FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";

/** A conversation of three turns, each "n" answered by "answer n". */
async function threeTurns() {
  const answers = ["answer 1", "answer 2", "answer 3", "answer 4", "answer 5"];
  const model = new FakeModel(...answers.map((answer) => [...text(answer)]));
  const parts = conversationsWith({ model });
  const live = parts.conversations.live(parts.create());
  for (const said of ["1", "2", "3"]) await (await live.send(said)).ended;
  const turnIds = live.snapshot().turns.map(({ id }) => id);
  return { ...parts, model, live, turnIds };
}

const said = ({ messages }: ConversationSnapshot) =>
  messages.map(({ parts }) =>
    parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  );

describe("a turn that is asked anew", () => {
  it("takes the place of the one before and of all that followed, with another text", async () => {
    const { live, turnIds, model } = await threeTurns();
    await (
      await live.resend(turnIds[1] ?? "", "2, but better")
    ).ended;
    const expected = ["1", "answer 1", "2, but better", "answer 4"];
    expect(said(live.snapshot())).toEqual(expected);
    // The model is not told of what is out of sight.
    expect(JSON.stringify(model.requests.at(-1)?.transcript)).not.toContain("answer 2");
  });

  it("is asked with the same text when none is given, and keeps the old answer as a variant", async () => {
    const { live, turnIds } = await threeTurns();
    const last = turnIds[2] ?? "";
    await (
      await live.resend(last)
    ).ended;
    expect(said(live.snapshot()).slice(-2)).toEqual(["3", "answer 4"]);
    const [place] = live.variants();
    expect(place?.turnIds[0]).toBe(last);
    expect(place?.shown).toBe(live.snapshot().turns.at(-1)?.id);
  });

  it("brings the old one back with all that followed it, and the new one again", async () => {
    const { live, turnIds, events } = await threeTurns();
    const before = said(live.snapshot());
    await (
      await live.resend(turnIds[1] ?? "", "other")
    ).ended;
    const after = said(live.snapshot());
    live.chooseVariant(turnIds[1] ?? "");
    expect(said(live.snapshot())).toEqual(before);
    expect(events).toContainEqual({ type: "conversation-reloaded", conversationId: live.id });
    const [, other = ""] = live.variants()[0]?.turnIds ?? [];
    live.chooseVariant(other);
    expect(said(live.snapshot())).toEqual(after);
  });

  it("goes on after a variant was chosen, and is the same in the next run", async () => {
    const { live, turnIds, conversations, store } = await threeTurns();
    await (
      await live.resend(turnIds[0] ?? "", "other")
    ).ended;
    live.chooseVariant(turnIds[0] ?? "");
    await (
      await live.send("4")
    ).ended;
    const expected = ["1", "answer 1", "2", "answer 2", "3", "answer 3", "4", "answer 5"];
    expect(said(live.snapshot())).toEqual(expected);
    expect(store.messages.list(live.id)).toEqual(live.snapshot().messages);
    expect(conversations.list()[0]?.preview).toBe("answer 5");
  });

  it("takes a summary with it that stands for what is out of sight (M31)", async () => {
    const { live, turnIds, store } = await threeTurns();
    const row = store.conversations.find(live.id);
    if (!row) throw new Error("The conversation is not there.");
    const nobody = { isShown: () => false, handOver: () => null, emit: () => {} };
    const read = () =>
      new ConversationRecord({ ...nobody, row, store, clock: () => 1, logger: silentLogger });
    const summary = { id: "s", conversationId: live.id, text: "In short", createdAt: 1 };
    store.summaries.save({ ...summary, through: 2 });
    expect(read().modelWindow.isSummarised).toBe(true);
    await (
      await live.resend(turnIds[0] ?? "", "other")
    ).ended;
    expect(read().modelWindow.isSummarised).toBe(false);
    live.chooseVariant(turnIds[0] ?? "");
    expect(read().modelWindow.isSummarised).toBe(true);
  });

  it("is refused while a turn runs, and for a turn that is not shown", async () => {
    const { live, turnIds } = await threeTurns();
    const unknown = expect.objectContaining({ code: "turn-unknown" });
    await expect(live.resend("nobody")).rejects.toThrow(unknown);
    expect(() => live.chooseVariant(turnIds[2] ?? "")).toThrow(unknown);
    await (
      await live.resend(turnIds[1] ?? "")
    ).ended;
    await expect(live.resend(turnIds[2] ?? "")).rejects.toThrow(unknown);
  });
});
