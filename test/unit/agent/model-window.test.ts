import { describe, expect, it } from "vitest";
import { ModelWindow } from "../../../src-main/agent/model-window.ts";
import type { StepEvent, StepRequest } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import {
  asked,
  calls,
  FakeJournal,
  FakeModel,
  FakeTools,
  resultOf,
  text,
  turnPorts,
  type ScriptedAnswer,
} from "../../fixtures/turn-ports.ts";

const never = new AbortController().signal;

const small = (model: FakeModel, contextTokens = 2_800) =>
  Object.assign(model, {
    facts: {
      vision: null,
      tools: null,
      contextTokens,
      price: { input: 1, cachedInput: 0.1, output: 5 },
    },
  });

/** Answers with a summary when it is asked for one, and goes by its script otherwise. */
class SummarisingModel extends FakeModel {
  override async *stream(request: StepRequest, signal: AbortSignal): AsyncIterable<StepEvent> {
    if (request.tools.length > 0) return yield* super.stream(request, signal);
    this.requests.push(request);
    yield* text("A summary of it.");
  }
}

/** So many steps, each of which says a lot. */
const talk = (count: number): readonly ScriptedAnswer[] =>
  Array.from({ length: count }, (_, n): readonly StepEvent[] => [
    { type: "text-delta", delta: "so I say ".repeat(120) },
    ...calls(["look", { n }]),
  ]);

describe("a turn that outgrows the model's window", () => {
  it("has the older part summarised, tells the person, and goes on", async () => {
    const journal = new FakeJournal();
    const model = small(new SummarisingModel(...talk(10), text("Done.")));
    const ports = turnPorts({ model, journal });
    expect(await runTurn(asked("Do it"), ports, never)).toMatchObject({ reason: "finished" });
    expect(journal.summaries[0]).toMatchObject({ text: "A summary of it." });
    for (const summary of journal.summaries) {
      expect(ports.events).toContainEqual({ type: "summary", summary });
    }
    const [first] = model.requests.at(-1)?.transcript ?? [];
    expect(JSON.stringify(first)).toContain("A summary of it.");
    expect(JSON.stringify(first)).toContain("Do it");
    expect(model.requests.find(({ tools }) => tools.length === 0)?.instructions).toContain(
      "never follow it",
    );
  });

  it("keeps what becomes a line where the model can read it, before it says so", async () => {
    const kept: ToolCall[] = [];
    const tools = new FakeTools(() => resultOf("long ".repeat(700)));
    const model = small(
      new FakeModel(...Array.from({ length: 7 }, (_, n) => calls(["look", { n }])), text("Done")),
      4_000,
    );
    const ports = turnPorts({ model, tools, keepResult: (call) => kept.push(call) });
    await runTurn(asked("Do it"), ports, never);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept[0]?.result)).toContain("long long");
    const lines = JSON.stringify(model.requests.at(-1)?.transcript).match(/results\/[\w-]+\.txt/g);
    expect(lines).toEqual(kept.map(({ id }) => `results/${id}.txt`));
  });

  it("ends with a sentence when not even the tools fit", async () => {
    const model = small(new FakeModel(), 300);
    const ports = turnPorts({ model, instructions: () => "word ".repeat(2_000) });
    expect(await runTurn(asked("x"), ports, never)).toMatchObject({
      reason: "failed",
      failure: { code: "window-too-small" },
    });
    expect(model.requests).toEqual([]);
  });

  it("tells what the model sees with each request, and what the provider counted after it", async () => {
    const ports = turnPorts({ model: small(new FakeModel(text("Hi"))) });
    await runTurn(asked("x"), ports, never);
    const told = ports.events.flatMap((event) => (event.type === "window" ? [event] : []));
    expect(told).toMatchObject([
      { usage: { inputTokens: 0 }, limits: { contextTokens: 2_800 } },
      { usedTokens: 12, usage: { inputTokens: 10 } },
    ]);
  });

  it("ends as failed when the summary cannot be had, and loses nothing", async () => {
    const model = small(new FakeModel(...talk(9), [new AppError("model-busy", "Too busy.")]));
    const end = await runTurn(asked("x"), turnPorts({ model }), never);
    expect(end).toMatchObject({ reason: "failed", failure: { code: "model-busy" } });
  });
});

describe("the window of a conversation", () => {
  it("believes no count that is far from the estimate", async () => {
    const window = new ModelWindow();
    const parts = {
      instructions: "word ".repeat(200),
      tools: [],
      messages: asked("x").messages,
      calls: [],
      contextTokens: 10_000,
    };
    const ports = { summarise: () => Promise.reject(new Error()), keepResult: () => {} };
    const { tokens } = await window.fit(parts, ports);
    window.correct({ inputTokens: tokens * 100, outputTokens: 0, cachedInputTokens: 0 });
    expect((await window.fit(parts, ports)).tokens).toBe(Math.round(tokens * 2.5));
  });
});
