import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StepRequest } from "../../../src-main/agent/ports.ts";
import { callsIn, eventsOf, modelAt, question, written } from "./models-under-test.ts";

const PROGRAM = fileURLToPath(new URL("../../fixtures/model-server/run.mjs", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "model-server-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const afterSnapshot: StepRequest = {
  ...question,
  transcript: [
    ...question.transcript,
    {
      role: "assistant",
      parts: [{ type: "tool-call", callId: "c1", name: "browser_click", arguments: {} }],
    },
    {
      role: "tool",
      results: [
        {
          callId: "c1",
          name: "browser_click",
          isError: false,
          content: [{ type: "text", text: '- button "Send" [ref=e42]' }],
        },
      ],
    },
  ],
};

test("the model server runs as a program, follows a file and finds references", async () => {
  const script = join(folder, "steps.json");
  const click = { name: "browser_click", arguments: { target: "$ref:button Send" } };
  writeFileSync(script, JSON.stringify([{ text: "Hello." }, { toolCalls: [click] }]));
  const child = spawn(process.execPath, [PROGRAM, "--script", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { anthropicUrl, openAiUrl } = JSON.parse(line.toString()) as Record<string, string>;
    const first = await eventsOf(modelAt(anthropicUrl ?? "", "anthropic"));
    expect(written(first, "text-delta")).toBe("Hello.");
    const second = await eventsOf(modelAt(openAiUrl ?? "", "openai-compatible"), afterSnapshot);
    expect(callsIn(second)).toMatchObject([{ arguments: { target: "e42" } }]);
  } finally {
    child.kill();
    await once(child, "exit");
  }
});
