import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { eventsIn } from "../../fixtures/mcp-server/fake-server.ts";
import { serverUnderTest, textOf } from "../../support/server-under-test.ts";

const frame = (members: string) => `{"jsonrpc":"2.0",${members}}\n`;
const fine = frame('"id":$ID,"result":{"content":[{"type":"text","text":"fine"}]}');

describe("stdout", () => {
  it("may be full of noise, at the start and in the middle of a call (B4.1)", async () => {
    const { call, lines } = await serverUnderTest({ mode: "noise" });
    expect(textOf(await call("echo", { text: "hi" }))).toBe("hi");
    expect(lines.join("\n")).toContain("fake mcp: wrote to stdout what is no JSON-RPC: {not json}");
  });

  it("floods no log, however much noise there is (B4.1)", async () => {
    const { call, lines, record } = await serverUnderTest();
    await call("raw", { frames: ["noise\n"], repeat: 5_000, answer: true });
    expect(lines.filter((line) => line.includes("no JSON-RPC")).length).toBeLessThanOrEqual(20);
    expect(record.seen).toBeGreaterThan(5_000);
  });

  it("may hold the server's own log messages, which the log has at their level, secrets hidden (M15)", async () => {
    const redactor = new Redactor();
    redactor.add("s3cret-value");
    const { call, lines } = await serverUnderTest({ redactor });
    const said = (level: string, data: string) =>
      frame(`"method":"notifications/message","params":{"level":"${level}","data":${data}}`);
    const frames = [said("warning", '"low on s3cret-value"'), said("error", '{"disk":"full"}')];
    await call("raw", { frames, answer: true });
    expect(lines.filter((line) => line.includes("fake mcp: says"))).toEqual([
      "fake mcp: says: low on [REDACTED]",
      'fake mcp: says: {\\"disk\\":\\"full\\"}',
    ]);
  });

  it("hides a secret in its noise also where the line is cut for the log (M23)", async () => {
    const redactor = new Redactor();
    redactor.add("s3cret-value-of-the-server");
    const { call, lines } = await serverUnderTest({ redactor });
    const noise = [280, 290, 296].map(
      (before) => `${"x".repeat(before)}s3cret-value-of-the-server\n`,
    );
    await call("raw", { frames: noise, answer: true });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/s3cret/);
  });

  it.each(["crlf", "bom", "split-bytes", "crlf,bom,split-bytes,noise"])(
    "is read the same with other line ends and in other pieces (B4.3, B4.4, %s)",
    async (mode) => {
      const { call } = await serverUnderTest({ mode });
      const text = "é🎉 \r\n all of it";
      expect(textOf(await call("echo", { text }))).toBe(text);
    },
  );

  it("may hold the end of one message and the whole of the next in one piece (B4.4)", async () => {
    const { call } = await serverUnderTest();
    const frames = [frame('"method":"notifications/x"'), frame('"method":"y"'), fine];
    expect(textOf(await call("raw", { frames, pieces: 40 }))).toBe("fine");
  });

  it("takes 20 MB in a line in less than two seconds (B4.4)", async () => {
    const { call } = await serverUnderTest();
    const startedAt = performance.now();
    const result = await call("oversized", { bytes: 20 * 1_024 * 1_024 });
    expect(textOf(result)).toHaveLength(20 * 1_024 * 1_024);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("a line over the cap", () => {
  const maxLineBytes = 1_000_000;
  const tooLarge = { code: -32603, message: expect.stringMatching(/^Message too large/) as string };

  it.each(["oversized", "id-last"])(
    "fails the one call that it answers (M13, %s)",
    async (tool) => {
      const { call } = await serverUnderTest({ maxLineBytes });
      const slow = call("late", { ms: 300 });
      await expect(call(tool, { bytes: 2_500_000 })).rejects.toMatchObject(tooLarge);
      expect(textOf(await slow)).toBe("late");
    },
  );

  it("fails it though the line has no end, and keeps none of it (B4.4)", async () => {
    const { call } = await serverUnderTest({ maxLineBytes });
    const before = process.memoryUsage().rss;
    await expect(call("endless-line", { bytes: 300_000_000 })).rejects.toMatchObject(tooLarge);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it("fails it though the line stalls just after the cap (B4.4)", async () => {
    const { call } = await serverUnderTest({ maxLineBytes });
    await expect(call("endless-line", { bytes: 1_048_576 })).rejects.toMatchObject(tooLarge);
  });

  it("fails no call when it comes too late, for one that was given up", async () => {
    const { call } = await serverUnderTest({ maxLineBytes });
    const late = `{"jsonrpc":"2.0","result":{"x":"${"x".repeat(1_500_000)}"},"id":$ID}\n`;
    const given = call("raw", { frames: [late], after: 300 }, { timeoutMs: 100 });
    await expect(given).rejects.toThrow(/timed out/);
    expect(textOf(await call("late", { ms: 600 }))).toBe("late");
  });
});

describe("an odd answer reaches its caller at once (M14)", () => {
  it.each([
    ["with members that nobody knows", frame('"id":$ID,"result":{"a":1},"took":3'), { a: 1 }],
    ["that is null", frame('"id":$ID,"result":null'), {}],
    ["without a version", '{"id":$ID,"result":{"a":1}}\n', { a: 1 }],
    ["in a batch", '[7,{"id":$ID,"result":{"a":1}}]\n', { a: 1 }],
    [
      "behind a byte order mark",
      `\u00EF\u00BB\u00BF${frame('"id":$ID,"result":{"a":1}')}`,
      { a: 1 },
    ],
    ["that is a text", frame('"id":$ID,"result":"fine"'), { content: [{ text: "fine" }] }],
    ["with a null error beside", frame('"id":$ID,"result":{"a":1},"error":null'), { a: 1 }],
    ["twice", frame('"id":$ID,"result":{"a":1}').repeat(2), { a: 1 }],
    [
      "after one with another id",
      `${frame('"id":999,"result":{}')}${frame('"id":$ID,"result":{"a":1}')}`,
      { a: 1 },
    ],
    [
      "after one with an id of no kind",
      `${frame('"id":{},"result":{}')}${frame('"id":$ID,"result":{"a":1}')}`,
      { a: 1 },
    ],
  ])("%s", async (_kind, answer, result) => {
    const { call } = await serverUnderTest();
    expect(await call("raw", { frames: [answer] })).toMatchObject(result);
    expect(textOf(await call("echo", { text: "hi" }))).toBe("hi");
  });

  it.each([
    ["a code that is a text", '"id":$ID,"error":{"code":"E","message":"no"}', -32603, "no"],
    ["a code with a fraction", '"id":$ID,"error":{"code":1.5,"message":"no"}', -32603, "no"],
    ["no code", '"id":$ID,"error":{"message":"no"}', -32603, "no"],
    ["no message", '"id":$ID,"error":{"code":-7}', -7, 'An error without words: {"code":-7}'],
    ["nothing but a text", '"id":$ID,"error":"boom"', -32603, "boom"],
    [
      "no id, as the only call's",
      '"id":null,"error":{"code":-32700,"message":"what?"}',
      -32700,
      "what?",
    ],
    [
      "neither result nor error",
      '"id":$ID',
      -32603,
      "The answer holds neither a result nor an error.",
    ],
    [
      "a made-up code",
      '"id":$ID,"error":{"code":-32050,"message":"MCP error -1: x","data":[1]}',
      -32050,
      "MCP error -1: x",
    ],
  ])("as an error with %s", async (_kind, members, code, message) => {
    const { call } = await serverUnderTest();
    await expect(call("raw", { frames: [frame(members)] })).rejects.toMatchObject({
      code,
      message,
    });
  });
});

describe("a request of the app's (M10)", () => {
  it("is known by an id of the app's own, and cancelled by exactly that (B8.2)", async () => {
    const { call, record, redactor, log } = await serverUnderTest();
    const abort = new AbortController();
    const slow = call("slow", {}, { signal: abort.signal });
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    const before = performance.now();
    abort.abort();
    await expect(slow).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(eventsIn(log).at(-1)?.event).toBe("cancelled"));
    expect(performance.now() - before).toBeLessThan(1_000);
    const asked = record.shown(redactor).findLast(({ method }) => method === "tools/call");
    expect(asked?.id).toMatch(/^pilothouse-\d+$/);
    expect(eventsIn(log).at(-1)).toMatchObject({ requestId: asked?.id, reason: "stopped" });
  });

  it("has an id that no other request of this run has, whichever server it went to", async () => {
    const [one, other] = [await serverUnderTest(), await serverUnderTest()];
    await Promise.all([one, other].map(({ call }) => call("echo", { text: "hi" })));
    const ids = [one, other].flatMap(({ record, redactor }) =>
      record
        .shown(redactor)
        .filter(({ method }) => method === "tools/call")
        .map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is given up after its time, and its late answer harms no other (B8.3)", async () => {
    const { call, lines } = await serverUnderTest();
    const slow = call("late", { ms: 400 }, { timeoutMs: 150 });
    await expect(slow).rejects.toThrow("timed out");
    expect(textOf(await call("echo", { text: "fast" }))).toBe("fast");
    await vi.waitFor(() => expect(lines.join()).toContain("answered what nobody waits for"));
    expect(textOf(await call("echo", { text: "again" }))).toBe("again");
  });
});

describe("progress (M15)", () => {
  it("keeps a call alive, and is told (B8.1)", async () => {
    const { call } = await serverUnderTest();
    const told: string[] = [];
    const onProgress = (text: string) => void told.push(text);
    const result = await call("steps", { count: 10, ms: 100 }, { timeoutMs: 500, onProgress });
    expect(textOf(result)).toBe("done");
    expect(told).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  });

  it("without an end ends with the whole call's time, and the server is told (B8.1)", async () => {
    const { call, log } = await serverUnderTest();
    await expect(call("steps", { ms: 20 }, { timeoutMs: 100 })).rejects.toThrow("timed out");
    await vi.waitFor(() =>
      expect(eventsIn(log).at(-1)).toMatchObject({ event: "cancelled", reason: "timed out" }),
    );
  });

  it("is told before a result that comes in the same chunk, the last of a storm included", async () => {
    const { call } = await serverUnderTest();
    const told: string[] = [];
    let stalled = 0;
    let beat = performance.now();
    const heart = setInterval(() => {
      stalled = Math.max(stalled, performance.now() - beat);
      beat = performance.now();
    }, 5);
    const onProgress = (text: string) => void told.push(text);
    expect(textOf(await call("storm", { count: 10_000 }, { onProgress }))).toBe("over");
    clearInterval(heart);
    expect(told.at(-1)).toBe("10000 of 10000");
    expect(told.length).toBeLessThan(200);
    // Measured: 50 ms on a quiet machine; a storm that is not coalesced takes seconds.
    expect(stalled).toBeLessThan(1_000);
  });
});

describe("the server's own questions (M16)", () => {
  it("are answered before the handshake too, or refused, and cost no time (C9)", async () => {
    const startedAt = performance.now();
    const { log, lines, workspace } = await serverUnderTest({ mode: "asks-first" });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const answers = eventsIn(log).filter(({ event }) => event === "answer");
    expect(answers).toEqual([
      { event: "answer", id: "ping", result: {} },
      {
        event: "answer",
        id: "roots/list",
        result: { roots: [{ uri: pathToFileURL(workspace).href, name: "workspace" }] },
      },
      ...["server/discover", "sampling/createMessage"].map((id) => ({
        event: "answer",
        id,
        error: { code: -32601, message: "Method not found" },
      })),
    ]);
    expect(lines).toContain(
      "fake mcp: asked for what this app does not offer: sampling/createMessage",
    );
  });

  it("fill no memory when it reads no answer", async () => {
    const { call, lines } = await serverUnderTest({ mode: "deaf-stdin" });
    const before = process.memoryUsage().rss;
    await vi.waitFor(() => expect(lines.join()).toContain("reads no answers"), 20_000);
    await expect(call("echo", {}, { timeoutMs: 200 })).rejects.toThrow("timed out");
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});

describe("the record of frames", () => {
  it("holds both directions with method, id, size and time, secrets hidden", async () => {
    const redactor = new Redactor();
    redactor.add("s3cret-value");
    const { call, record } = await serverUnderTest({ redactor });
    await call("echo", { text: "my s3cret-value" });
    const [asked, answered] = record.shown(redactor).slice(-2);
    expect(asked).toMatchObject({ direction: "to-server", method: "tools/call", isWhole: true });
    expect(answered).toMatchObject({ direction: "from-server", method: null, id: asked?.id });
    expect(asked?.text).toContain("my [REDACTED]");
    expect(answered?.bytes).toBeGreaterThan(50);
    expect(record.export({ secrets: "hidden", redactor })).not.toContain("s3cret-value");
    expect(record.export({ secrets: "kept" })).toContain("s3cret-value");
  });

  it("keeps of a large frame its head, its size and its hash", async () => {
    const { call, record, redactor } = await serverUnderTest();
    await call("raw", { frames: [`{"id":$ID,"result":{"x":"${"x".repeat(300_000)}"}}\n`] });
    await record.settled();
    const kept = record.shown(redactor).at(-1);
    const sent = `{"id":"${kept?.id}","result":{"x":"${"x".repeat(300_000)}"}}`;
    expect(kept).toMatchObject({ isWhole: false, bytes: sent.length, note: null });
    expect(kept?.text).toBe(sent.slice(0, 4_096));
    expect(kept?.sha256).toBe(createHash("sha256").update(sent).digest("hex"));
  });

  it("tells of noise and of lines that were too long", async () => {
    const { call, record, redactor } = await serverUnderTest({ maxLineBytes: 1_000_000 });
    await call("oversized", { bytes: 1_100_000 }).catch(() => {});
    await call("raw", { frames: ["noise\n"], answer: true });
    const notes = record.shown(redactor).map(({ note }) => note);
    expect(notes).toContain("stray");
    await vi.waitFor(() =>
      expect(record.shown(redactor).map(({ note }) => note)).toContain("oversized"),
    );
  });
});
