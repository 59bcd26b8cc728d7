import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, afterAll, describe, expect, it, vi } from "vitest";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import { Site } from "../../fixtures/site.ts";
import { browserEnvironment, sandbox } from "../../support/browser.ts";
import { cliRun, pictureOf, type CliLine, type CliOptions } from "../../support/cli.ts";
import { processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

let model: ModelServer;
let site: Site;

beforeAll(async () => {
  model = await new ModelServer().start();
  site = await new Site().start();
});
afterAll(async () => {
  await model.close();
  await site.close();
});

const providers = {
  anthropic: () => ["--provider", "anthropic", "--base-url", model.anthropicUrl],
  openai: () => ["--provider", "openai", "--base-url", model.url],
  google: () => ["--provider", "google", "--base-url", model.url],
  ollama: () => ["--provider", "ollama", "--base-url", model.url],
  "openai-compatible": () => ["--provider", "openai-compatible", "--base-url", model.openAiUrl],
};
type Provider = keyof typeof providers;

/** One turn, with the real browser server and the scripted model. */
function turn(
  data: string,
  provider: Provider,
  more: readonly string[] = [],
  options: CliOptions = {},
) {
  const args = ["run", "--data", data, ...providers[provider](), "--model", "m", "--headless"];
  return cliRun([...args, "--browser-sandbox", sandbox, "--prompt", "Do it", ...more], {
    ...options,
    env: { ...browserEnvironment(data), PILOTHOUSE_API_KEY: "sk-test-canary-key", ...options.env },
  });
}

const ofType = (lines: readonly CliLine[], type: string) =>
  lines.filter((line) => line["type"] === type);
const textOf = (lines: readonly CliLine[]) =>
  ofType(lines, "text-delta")
    .map((line) => line["text"])
    .join("");

describe.each(Object.keys(providers) as Provider[])("cli run with %s", (provider) => {
  it("streams the answer, drives the browser, and gives the model page and picture", async () => {
    const data = tempFolder();
    const from = model.requests.length;
    model.enqueue(
      {
        text: "I open it.",
        toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }],
      },
      { toolCalls: [{ name: "browser_take_screenshot", arguments: {} }] },
      { text: "It says Signed out." },
    );
    const { code, lines } = await turn(data, provider, ["--approve", "all"]);

    expect(code).toBe(0);
    expect(lines[0]).toEqual({ type: "conversation", id: expect.any(String) as string });
    expect(textOf(lines)).toBe("I open it.It says Signed out.");
    expect(ofType(lines, "tool-call")).toMatchObject([
      {
        server: "playwright",
        tool: "browser_navigate",
        name: "browser_navigate",
        arguments: { url: site.url },
      },
      { tool: "browser_take_screenshot" },
    ]);
    const [page, shot] = ofType(lines, "tool-result");
    expect(page).toMatchObject({ isError: false });
    expect(JSON.stringify(page?.["model"])).toContain('heading \\"Signed out\\"');
    const picture = pictureOf(shot);
    expect(
      readFileSync(picture?.file ?? "")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect(lines.at(-1)).toMatchObject({
      type: "turn-end",
      reason: "finished",
      usage: { inputTokens: 300 },
    });

    // What the model was sent: the page after the first call, the picture after the second.
    expect(JSON.stringify(model.requests[from + 1]?.body)).toContain("Signed out");
    expect(JSON.stringify(model.requests[from + 2]?.body)).toContain("iVBORw0KGgo");
    expect(processesWith(data)).toEqual([]);
  });

  it("tells the model that a call was not allowed, and never runs it", async () => {
    const data = tempFolder();
    const [from, before] = [model.requests.length, site.requests.length];
    model.enqueue(
      { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
      { text: "Then not." },
    );
    const { code, lines } = await turn(data, provider);
    expect(code).toBe(0);
    expect(ofType(lines, "tool-result")).toMatchObject([{ isError: true, content: [] }]);
    expect(JSON.stringify(model.requests[from + 1]?.body)).toContain("did not allow");
    expect(site.requests).toHaveLength(before);
  });

  it("ends as failed with 1 and a sentence, and keeps the key to itself", async () => {
    model.enqueue({ failure: { status: 401, message: "bad key sk-test-canary-key" } });
    const { code, lines, stderr } = await turn(tempFolder(), provider);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      type: "turn-end",
      reason: "failed",
      error: { code: "model-key-refused" },
    });
    expect(JSON.stringify(lines) + stderr).not.toContain("canary");
  });

  it("keeps the text that came before the stream was cut", async () => {
    model.enqueue({
      text: "The first half of what I wanted to say",
      // Some wires have nothing before the first word.
      failure: { cutAfterEvents: provider === "google" || provider === "ollama" ? 3 : 6 },
    });
    const { code, lines } = await turn(tempFolder(), provider);
    expect(code).toBe(1);
    expect(textOf(lines)).not.toBe("");
    expect(lines.at(-1)).toMatchObject({ reason: "failed", error: { code: "model-cut-off" } });
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "stops as the Stop button does on %s, with 130",
    async (signal) => {
      const from = model.requests.length;
      model.enqueue({
        text: "A long story that never comes to its end",
        gate: new Promise(() => {}),
      });
      const { code, lines } = await turn(tempFolder(), provider, [], {
        onStart: (child) => void model.waitForRequest(from + 1).then(() => child.kill(signal)),
      });
      expect(code).toBe(130);
      expect(lines.at(-1)).toMatchObject({ type: "turn-end", reason: "stopped" });
      expect(await model.requests[from]?.outcome).toBe("hung-up");
    },
  );
});

describe("a conversation on disk", () => {
  it("goes on in a later run with all that was said before", async () => {
    const data = tempFolder();
    model.enqueue({ text: "Remember seven." });
    const first = await turn(data, "anthropic");
    const id = String(first.lines[0]?.["id"]);
    const from = model.requests.length;
    model.enqueue({ text: "It was seven." });
    const second = await turn(data, "anthropic", ["--conversation", id]);
    expect(second.lines[0]).toEqual({ type: "conversation", id });
    expect(JSON.stringify(model.requests[from]?.body)).toContain("Remember seven.");
  });

  it("keeps its cookies through restarts, and apart from every other conversation's (M26)", async () => {
    const data = tempFolder();
    const visit = (url: string) => [
      { toolCalls: [{ name: "browser_navigate", arguments: { url } }] },
      { text: "Done." },
    ];
    const seen = (lines: readonly CliLine[]) =>
      JSON.stringify(ofType(lines, "tool-result")[0]?.["model"]);

    model.enqueue(...visit(`${site.url}/sign-in?as=ada`));
    const first = await turn(data, "anthropic", ["--approve", "all"]);
    model.enqueue(...visit(site.url));
    const again = await turn(data, "anthropic", [
      "--approve",
      "all",
      "--conversation",
      String(first.lines[0]?.["id"]),
    ]);
    model.enqueue(...visit(site.url));
    const other = await turn(data, "anthropic", ["--approve", "all"]);

    expect(seen(again.lines)).toContain("Signed in as ada");
    expect(seen(other.lines)).toContain("Signed out");
  });

  it("is marked as interrupted when the app was killed, and never repeats the call (D2)", async () => {
    const data = tempFolder();
    const from = model.requests.length;
    model.enqueue({ toolCalls: [{ name: "browser_wait_for", arguments: { time: 60 } }] });
    let id = "";
    await turn(data, "anthropic", ["--approve", "all"], {
      onStart: (child) => {
        child.stdout?.on("data", (chunk: Buffer) => {
          id ||= /"conversation","id":"([^"]+)"/.exec(chunk.toString())?.[1] ?? "";
          if (chunk.toString().includes('"tool-call"')) {
            void vi
              .waitFor(
                () => expect(processesWith(path.join(data, "conversations"))).not.toEqual([]),
                10_000,
              )
              .then(() => child.kill("SIGKILL"));
          }
        });
      },
    });
    model.enqueue({ text: "I look first." });
    const { lines } = await turn(data, "anthropic", ["--conversation", id]);
    expect(lines.at(-1)).toMatchObject({ reason: "finished" });
    expect(model.requests).toHaveLength(from + 2);
    expect(JSON.stringify(model.requests[from + 1]?.body)).toContain("outcome is unknown");
  });

  it("is answered by the practice model without any server to ask", async () => {
    const { code, lines } = await cliRun([
      ...[
        "run",
        "--data",
        tempFolder(),
        "--provider",
        "practice",
        "--no-preset",
        "--prompt",
        "Hello",
      ],
    ]);
    expect(code).toBe(0);
    expect(textOf(lines)).toContain("practice model");
  });
});
