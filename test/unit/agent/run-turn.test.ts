import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import type { TurnEvent } from "../../../src-main/agent/turn-event.ts";
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
} from "../../fixtures/turn-ports.ts";

const never = new AbortController().signal;

/** The states that each call went through, by the name of its tool. */
function statesOf(events: readonly TurnEvent[], name: string): readonly string[] {
  return events.flatMap((event) =>
    event.type === "tool-call" && event.call.name === name ? [event.call.state] : [],
  );
}

/** As the model is sent what a server has said. */
const fenced = (words: string) => ({
  type: "text",
  text: expect.stringMatching(
    new RegExp(`^<untrusted-content [^>]*>\\n${words}\\n</untrusted-content [^>]*>$`),
  ) as string,
});

const lastStates = (events: readonly TurnEvent[]) =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.type === "tool-call" ? [[event.call.name, event.call.state]] : [],
    ),
  );

describe("a turn", () => {
  it("ends with the answer of a model that wants no tool, and streams it", async () => {
    const ports = turnPorts({ model: new FakeModel(text("Hello there")) });
    const end = await runTurn(asked("Hi"), ports, never);
    expect(end).toEqual({
      reason: "finished",
      usage: { inputTokens: 10, outputTokens: 2, cachedInputTokens: 1 },
    });
    expect(
      ports.events.flatMap((event) => (event.type === "message-delta" ? [event.delta] : [])),
    ).toEqual(["Hello ", "there"]);
    expect(ports.events.at(-1)).toMatchObject({ type: "turn-end", reason: "finished" });
  });

  it("runs calls in their order and gives the model every result before it is asked again", async () => {
    const model = new FakeModel(calls(["look", { at: 1 }], ["act", { on: 2 }]), text("Done"));
    const tools = new FakeTools();
    const ports = turnPorts({ model, tools });
    await runTurn(asked("Do it"), ports, never);
    expect(tools.called.map(({ name, arguments: args }) => [name, args])).toEqual([
      ["look", { at: 1 }],
      ["act", { on: 2 }],
    ]);
    expect(model.requests[1]?.transcript.slice(1)).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "tool-call", callId: "w1", name: "look", arguments: { at: 1 } },
          { type: "tool-call", callId: "w2", name: "act", arguments: { on: 2 } },
        ],
      },
      {
        role: "tool",
        results: [
          {
            callId: "w1",
            name: "look",
            isError: false,
            content: [fenced("did look")],
          },
          {
            callId: "w2",
            name: "act",
            isError: false,
            content: [fenced("did act")],
          },
        ],
      },
    ]);
  });

  it("has a call on disk as running before the server hears of it (D2)", async () => {
    const journal = new FakeJournal();
    const tools = new FakeTools((call) => {
      expect(journal.saved.at(-1)).toMatchObject({ id: call.id, state: "running" });
      return resultOf("ok");
    });
    await runTurn(
      asked("x"),
      turnPorts({ model: new FakeModel(calls(["act", {}])), journal, tools }),
      never,
    );
    expect(tools.called).toHaveLength(1);
  });

  it("answers a tool that does not exist, and arguments that are no JSON, without running anything", async () => {
    const model = new FakeModel(calls(["fly", {}], ["act", '{"on": ']), text("Oh"));
    const tools = new FakeTools();
    await runTurn(asked("x"), turnPorts({ model, tools }), never);
    expect(tools.called).toEqual([]);
    const results = JSON.stringify(model.requests[1]?.transcript.at(-1));
    expect(results).toContain('There is no tool called \\"fly\\"');
    expect(results).toContain("are not a JSON object");
  });

  it("tells the model what the person did not allow, and goes on", async () => {
    const model = new FakeModel(calls(["look", {}], ["act", {}]), text("Then not"));
    const ports = turnPorts({
      model,
      approvals: {
        decide: (call, { waiting }) => {
          waiting();
          return Promise.resolve(
            call.name === "look" ? { kind: "denied", failure: null } : { kind: "allowed" },
          );
        },
      },
    });
    expect((await runTurn(asked("x"), ports, never)).reason).toBe("finished");
    expect(statesOf(ports.events, "look")).toEqual([
      "writing",
      "writing",
      "queued",
      "awaiting-approval",
      "denied",
    ]);
    expect(lastStates(ports.events)).toEqual({ look: "denied", act: "done" });
    expect(JSON.stringify(model.requests[1]?.transcript.at(-1))).toContain(
      "did not allow this call",
    );
  });

  it("stops at once: the running call is stopped, the ones behind it are skipped", async () => {
    const abort = new AbortController();
    const tools = new FakeTools(() => {
      abort.abort();
      return { kind: "stopped" };
    });
    const ports = turnPorts({ model: new FakeModel(calls(["look", {}], ["act", {}])), tools });
    expect(await runTurn(asked("x"), ports, abort.signal)).toMatchObject({ reason: "stopped" });
    expect(lastStates(ports.events)).toEqual({ look: "stopped", act: "skipped" });
  });

  it("keeps the text that came before a stop in the middle of an answer", async () => {
    const abort = new AbortController();
    const journal = new FakeJournal();
    const model = new FakeModel(async function* (): AsyncIterable<StepEvent> {
      yield { type: "text-delta", delta: "Half a sen" };
      abort.abort();
      throw new DOMException("aborted", "AbortError");
    });
    const end = await runTurn(asked("x"), turnPorts({ model, journal }), abort.signal);
    expect(end.reason).toBe("stopped");
    expect(journal.saved.at(-1)).toMatchObject({
      parts: [{ type: "text", text: "Half a sen" }],
      complete: false,
    });
  });

  it("fails with the model's sentence and keeps what streamed before it", async () => {
    const journal = new FakeJournal();
    const overloaded = new AppError(
      "model-overloaded",
      "The model is overloaded. Try again later.",
    );
    const model = new FakeModel([{ type: "text-delta", delta: "I wil" }, overloaded]);
    const end = await runTurn(asked("x"), turnPorts({ model, journal }), never);
    expect(end).toMatchObject({
      reason: "failed",
      failure: { code: "model-overloaded", message: overloaded.message },
    });
    expect(journal.saved.at(-1)).toMatchObject({ parts: [{ text: "I wil" }] });
  });

  it("does not run calls of an answer that was cut off by its length", async () => {
    const tools = new FakeTools();
    const cut = calls(["act", {}]).map((event) =>
      event.type === "step-end" ? ({ ...event, reason: "length" } as const) : event,
    );
    const ports = turnPorts({ model: new FakeModel(cut), tools });
    expect(await runTurn(asked("x"), ports, never)).toMatchObject({
      reason: "failed",
      failure: { code: "limit-answer" },
    });
    expect(tools.called).toEqual([]);
    expect(lastStates(ports.events)).toEqual({ act: "skipped" });
  });

  it("says nothing of an error that is not meant for people", async () => {
    const model = new FakeModel([new Error("secret at /home/me")]);
    const end = await runTurn(asked("x"), turnPorts({ model }), never);
    expect(JSON.stringify(end)).not.toContain("secret");
  });

  it("leaves a word in the log about an error that is not meant for people", async () => {
    const log: string[] = [];
    const model = new FakeModel([new Error("out of cheese")]);
    const logger = loggerTo((_level, line) => log.push(line));
    await runTurn(asked("x"), turnPorts({ model, logger }), never);
    expect(log.join()).toContain("out of cheese");
  });

  it("gives a call that could not be decided about an end of its own, and goes on", async () => {
    const model = new FakeModel(calls(["act", {}]), text("Oh"));
    const approvals = { decide: () => Promise.reject(new Error("no rules")) };
    const ports = turnPorts({ model, approvals });
    expect(await runTurn(asked("x"), ports, never)).toMatchObject({ reason: "finished" });
    expect(lastStates(ports.events)).toEqual({ act: "failed" });
  });

  it("is stopped also while it waits for the tools", async () => {
    const abort = new AbortController();
    const tools = new FakeTools();
    tools.offered = () => new Promise(() => {});
    const ports = turnPorts({ model: new FakeModel(), tools });
    const end = runTurn(asked("x"), ports, abort.signal);
    abort.abort();
    expect(await end).toMatchObject({ reason: "stopped" });
  });

  it("takes two calls of one answer under the same id for one, so that each has one result", async () => {
    const twice = calls(["look", { at: 1 }], ["look", { at: 2 }]).map((event) =>
      "callId" in event ? { ...event, callId: "same" } : event,
    );
    const model = new FakeModel(twice, text("ok"));
    const ports = turnPorts({ model });
    await runTurn(asked("x"), ports, never);
    expect(model.requests[1]?.transcript.slice(1)).toMatchObject([
      { parts: [{ type: "tool-call", callId: "same" }] },
      { results: [{ callId: "same" }] },
    ]);
    const told = ports.events.flatMap((event) =>
      event.type === "tool-call" ? [event.call.id] : [],
    );
    expect(new Set(told).size).toBe(1);
  });

  it("has the text of a model that falls silent on disk within a second (D3)", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const journal = new FakeJournal();
    const abort = new AbortController();
    const model = new FakeModel(async function* (signal): AsyncIterable<StepEvent> {
      yield { type: "text-delta", delta: "Let me think" };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const end = runTurn(asked("x"), turnPorts({ model, journal }), abort.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(journal.saved.at(-1)).toMatchObject({
      parts: [{ type: "text", text: "Let me think" }],
      complete: false,
    });
    abort.abort();
    await end;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("adds up what its steps used", async () => {
    const ports = turnPorts({ model: new FakeModel(calls(["look", {}]), text("ok")) });
    expect((await runTurn(asked("x"), ports, never)).usage.inputTokens).toBe(20);
  });

  it("tells of a message before anything in it", async () => {
    const ports = turnPorts({ model: new FakeModel(calls(["look", {}]), text("ok")) });
    await runTurn(asked("x"), ports, never);
    const known = new Set<string>();
    for (const event of ports.events) {
      if (event.type === "message") known.add(event.message.id);
      if (event.type === "message-delta") expect(known).toContain(event.messageId);
      if (event.type === "tool-call")
        expect(known).toContain((event.call satisfies ToolCall).messageId);
    }
  });
});
