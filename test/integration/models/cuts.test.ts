import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import type { ScriptedStep } from "../../fixtures/model-server/scripted-step.ts";
import {
  addressOf,
  eventsOf,
  modelAt,
  providers,
  question,
  written,
  type Provider,
} from "./models-under-test.ts";

/* Each wire, each recorded answer, cut at every boundary between two events (R13). */

const click = (target: string) => ({ name: "browser_click", arguments: { target } });

const answers: Readonly<Record<string, ScriptedStep>> = {
  words: { text: "Good morning, captain." },
  thoughts: { reasoning: "The button is blue.", text: "I see it." },
  "a call": { toolCalls: [click("the button that sends")] },
  "words and two calls": { text: "I click twice.", toolCalls: [click("e1"), click("e2")] },
  "thoughts, words and a call": { reasoning: "Hm.", text: "So.", toolCalls: [click("e1")] },
};

let server: ModelServer;

beforeAll(async () => {
  server = await new ModelServer().start();
});

afterAll(() => server.close());

interface Outcome {
  readonly events: readonly StepEvent[];
  readonly code: string | null;
}

async function outcomeOf(step: ScriptedStep, provider: Provider): Promise<Outcome> {
  server.enqueue(step);
  const events: StepEvent[] = [];
  const model = modelAt(addressOf(server, provider), provider, { retries: 0 });
  try {
    for await (const event of model.stream(question, new AbortController().signal)) {
      events.push(event);
    }
    return { events, code: null };
  } catch (error) {
    if (error instanceof AppError) return { events, code: error.code };
    throw error;
  }
}

const isEnd = (event: StepEvent) => event.type === "step-end";
const isCall = (event: StepEvent) => event.type === "tool-call";

/** Where a cut answer ends, whatever of it came: an error with a code, or an end with all its calls. */
function expectDefined(outcome: Outcome, whole: readonly StepEvent[]): void {
  const { events, code } = outcome;
  if (code === null) {
    // All that tells the answer was there; at most the provider's own last mark was missing.
    expect(events).toEqual(whole.map((event) => (isEnd(event) ? events.at(-1) : event)));
    expect(events.filter(isEnd)).toHaveLength(1);
    return;
  }
  // Before its first word a connection may close as if nobody had answered.
  expect(
    events.length === 0 ? ["model-cut-off", "model-unreachable"] : ["model-cut-off"],
  ).toContain(code);
  // No call of half an answer is handed out, so none is run.
  expect(events.filter(isCall)).toEqual([]);
  expect(events.filter(isEnd)).toEqual([]);
  for (const kind of ["text-delta", "reasoning-delta", "tool-call-delta"] as const) {
    expect(written(whole, kind).startsWith(written(events, kind))).toBe(true);
  }
}

/** Ids are made up anew in each answer where the wire has none. */
function withoutIds(events: readonly StepEvent[]): readonly StepEvent[] {
  return events.map((event) => ("callId" in event ? { ...event, callId: "id" } : event));
}

describe.each(providers)("an answer of %s", (provider) => {
  test.each(Object.entries(answers))("of %s that is cut anywhere ends defined", async (_, step) => {
    server.enqueue(step);
    const model = modelAt(addressOf(server, provider), provider);
    const whole = withoutIds(await eventsOf(model));
    const boundaries = server.lastAnswer;
    expect(boundaries).toBeGreaterThan(1);
    for (const politely of [true, false]) {
      let before = 0;
      for (let cutAfterEvents = 0; cutAfterEvents < boundaries; cutAfterEvents += 1) {
        const failure = { cutAfterEvents, politely };
        const outcome = await outcomeOf({ ...step, failure }, provider);
        expectDefined({ ...outcome, events: withoutIds(outcome.events) }, whole);
        // One event more of the provider's is never less for the person.
        expect(outcome.events.length).toBeGreaterThanOrEqual(before);
        before = outcome.events.length;
      }
    }
    expect(written(whole, "text-delta")).toBe(step.text ?? "");
  });

  test("that is cut keeps every word that came before the cut (B12.7)", async () => {
    const step = { text: "The three towers of the old town", finish: "stop" as const };
    server.enqueue(step);
    await eventsOf(modelAt(addressOf(server, provider), provider));
    const last = server.lastAnswer;
    const failure = { cutAfterEvents: last - (provider === "openai" ? 2 : 1), politely: true };
    const { events } = await outcomeOf({ ...step, failure }, provider);
    expect(written(events, "text-delta")).toBe(step.text);
  });
});
