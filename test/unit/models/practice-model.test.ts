import { describe, expect, test } from "vitest";
import type {
  JsonObject,
  ModelPort,
  OfferedTool,
  StepEvent,
  TranscriptEntry,
} from "../../../src-main/agent/ports.ts";
import { createModel } from "../../../src-main/models/create-model.ts";
import { PRACTICE_NOTICE } from "../../../src-main/models/open-page-script.ts";
import { PracticeModel } from "../../../src-main/models/practice-model.ts";

const offered = (tool: string, name = tool): OfferedTool => ({
  name,
  tool,
  server: "playwright",
  description: "",
  inputSchema: { type: "object" },
});

const browser = ["browser_navigate", "browser_snapshot", "browser_take_screenshot"].map((tool) =>
  offered(tool),
);

async function eventsOf(
  transcript: readonly TranscriptEntry[],
  tools = browser,
  model: ModelPort = new PracticeModel({ delayMs: 0 }),
): Promise<readonly StepEvent[]> {
  const events: StepEvent[] = [];
  const request = { instructions: "", transcript, tools };
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

function textOf(events: readonly StepEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
}

function callOf(events: readonly StepEvent[]) {
  return events.find((event) => event.type === "tool-call");
}

function step(name: string, args: JsonObject, result: string, isError = false): TranscriptEntry[] {
  return [
    {
      role: "assistant",
      parts: [{ type: "tool-call", callId: "c", name, arguments: args }],
    },
    {
      role: "tool",
      results: [{ callId: "c", name, isError, content: [{ type: "text", text: result }] }],
    },
  ];
}

const question: TranscriptEntry = { role: "user", text: "Open https://example.org/a, please." };
const opened = step("browser_navigate", {}, "### Page\n- Page Title: Example\n");
const read = step("browser_snapshot", {}, "- Page Title: Example\n```yaml\n```");

describe("the practice model", () => {
  test("says what it is before anything else", async () => {
    expect(textOf(await eventsOf([question]))).toMatch(/^I am the practice model: .*no AI/);
    expect(textOf(await eventsOf([{ role: "user", text: "Hello" }]))).toContain(PRACTICE_NOTICE);
  });

  test("without an address asks for one, tells how to connect a model, and ends", async () => {
    const events = await eventsOf([{ role: "user", text: "Hello" }]);
    expect(textOf(events)).toContain("connect one in the settings");
    expect(callOf(events)).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "stop" });
  });

  test("opens the address of the message, without the comma behind it", async () => {
    const events = await eventsOf([question]);
    expect(callOf(events)).toMatchObject({
      name: "browser_navigate",
      arguments: { url: "https://example.org/a" },
      argumentsText: '{"url":"https://example.org/a"}',
    });
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "tool-calls" });
  });

  test("reads the page, then takes a picture, then sums up with the title", async () => {
    const second = await eventsOf([question, ...opened]);
    expect(callOf(second)).toMatchObject({ name: "browser_snapshot" });
    const third = await eventsOf([question, ...opened, ...read]);
    expect(callOf(third)).toMatchObject({ name: "browser_take_screenshot" });
    const shot = step("browser_take_screenshot", {}, "");
    const last = await eventsOf([question, ...opened, ...read, ...shot]);
    expect(textOf(last)).toContain("“Example”");
    expect(callOf(last)).toBeUndefined();
  });

  test("begins anew with each message", async () => {
    const events = await eventsOf([question, ...opened, question]);
    expect(callOf(events)).toMatchObject({ name: "browser_navigate" });
  });

  test("calls a tool under the name that the app gave it", async () => {
    const events = await eventsOf([question], [offered("browser_navigate", "pw_browser_navigate")]);
    expect(callOf(events)).toMatchObject({ name: "pw_browser_navigate" });
  });

  test("ends in words when a call failed", async () => {
    const failed = step("browser_navigate", {}, "### Error\nno such host", true);
    const events = await eventsOf([question, ...failed]);
    expect(textOf(events)).toContain("It said: no such host");
    expect(callOf(events)).toBeUndefined();
  });

  test("ends in words when the browser is not there", async () => {
    const events = await eventsOf([question], []);
    expect(textOf(events)).toContain("the tool browser_navigate is not there");
  });

  test("streams words and arguments in small pieces that add up", async () => {
    const events = await eventsOf([question]);
    const pieces = events.filter((event) => event.type === "tool-call-delta");
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.map((piece) => piece.delta).join("")).toBe('{"url":"https://example.org/a"}');
  });

  test("stops within a pause when it is aborted", async () => {
    const model = new PracticeModel({ delayMs: 60_000 });
    const stop = new AbortController();
    const events: StepEvent[] = [];
    const request = { instructions: "", transcript: [question], tools: browser };
    for await (const event of model.stream(request, stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(events).toEqual([{ type: "text-start" }]);
  });

  test("is what a connection with the provider `practice` gives", async () => {
    const model = createModel(
      { provider: "practice", baseUrl: null, model: "practice" },
      { key: null, readPicture: () => Buffer.alloc(0), practice: { delayMs: 0 } },
    );
    expect(textOf(await eventsOf([{ role: "user", text: "Hi" }], browser, model))).toContain(
      PRACTICE_NOTICE,
    );
  });
});
