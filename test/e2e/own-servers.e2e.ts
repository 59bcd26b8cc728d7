import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { approval, connectModel, expect, send, test, thread } from "../support/app.ts";

const fakeServer = path.resolve(import.meta.dirname, "../fixtures/mcp-server/server.mjs");

async function openServers(window: Page) {
  await window.keyboard.press("ControlOrMeta+Comma");
  const settings = window.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Servers", exact: true }).click();
  return settings;
}

test("a server added in the window starts nothing and stands in no file before its whole command was confirmed (S39)", async ({
  start,
  model,
  data,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  const settings = await openServers(window);
  const trace = path.join(data, "it-ran");
  const script = `require("fs").writeFileSync(${JSON.stringify(trace)}, "") // ${"x".repeat(4_096)} end`;
  await settings.getByRole("button", { name: "Add a server…" }).click();
  await settings.getByRole("textbox", { name: "Name" }).fill("traced");
  await settings.getByRole("textbox", { name: "Command" }).fill("node");
  await settings.getByRole("textbox", { name: "Arguments" }).fill(`-e\n${script}`);
  await settings.getByRole("button", { name: "Save…" }).click();

  const asked = window.getByRole("dialog", { name: "May “traced” run on this computer?" });
  await expect(asked.getByText(script)).toBeVisible();
  await window.keyboard.press("Enter");
  await asked.getByRole("button", { name: "Cancel" }).click();
  expect(existsSync(path.join(data, "mcp.json"))).toBe(false);
  model.enqueue({ text: "Nothing to do." });
  await settings.getByRole("button", { name: "Save…" }).click();
  expect(existsSync(trace)).toBe(false);

  await asked.getByRole("button", { name: "Save and let it run" }).click();
  await expect(settings.getByRole("switch", { name: "Use traced" })).toBeChecked();
  const written = JSON.parse(readFileSync(path.join(data, "mcp.json"), "utf8")) as unknown;
  expect(written).toEqual({ mcpServers: { traced: { command: "node", args: ["-e", script] } } });
  // Even then it waits until the model may use it; and then the trace shows that a start is seen.
  expect(existsSync(trace)).toBe(false);
  await window.keyboard.press("Escape");
  await send(window, "Begin");
  await expect(thread(window).getByText("Nothing to do.")).toBeVisible();
  await expect.poll(() => existsSync(trace)).toBe(true);
});

test("a server is changed, switched off and removed, and the rest of its file stays", async ({
  start,
  model,
  data,
}) => {
  const file = path.join(data, "mcp.json");
  const before = `{\n  // mine\n  "mcpServers": {\n    "notes": { "command": "node", "env": { "NOTES_TOKEN": "abc-123-def" } },\n    "mail": { "command": 7 }\n  }\n}\n`;
  writeFileSync(file, before);
  const { window } = await start();
  await connectModel(window, model);
  const settings = await openServers(window);
  await expect(settings.getByText(/command must be a text \(line 5\)/)).toBeVisible();

  await settings.getByRole("switch", { name: "Use notes" }).click();
  await expect.poll(() => readFileSync(file, "utf8")).toContain('"enabled": false');
  await settings.getByRole("button", { name: "Edit notes" }).click();
  await settings.getByRole("button", { name: "Show the value of NOTES_TOKEN" }).click();
  await expect(settings.getByRole("textbox", { name: "Value of NOTES_TOKEN" })).toHaveValue(
    "abc-123-def",
  );
  await settings.getByRole("button", { name: "More" }).click();
  await settings.getByRole("textbox", { name: "Prefix of its tools" }).fill("mcp__no");
  await settings.getByRole("button", { name: "Save…" }).click();
  await window.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings.getByText("toolPrefix may not begin with mcp__")).toBeVisible();
  await settings.getByRole("textbox", { name: "Prefix of its tools" }).fill("n_");
  await settings.getByRole("button", { name: "Save…" }).click();
  await window.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings.getByRole("button", { name: "Edit notes" })).toBeVisible();
  expect(readFileSync(file, "utf8")).toContain('"toolPrefix": "n_"');
  expect(readFileSync(file, "utf8")).toContain("// mine");

  await settings.getByRole("button", { name: "Remove mail" }).click();
  await window.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(settings.getByText(/must be a text/)).toBeHidden();
  expect(readFileSync(file, "utf8")).not.toContain("mail");
});

test("servers of another client's file are shown in full before they are imported (M4, S39)", async ({
  start,
  model,
  data,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  const settings = await openServers(window);
  await settings.getByRole("button", { name: "Import…" }).click();
  const dialog = window.getByRole("dialog", { name: "Import servers" });
  const entry = { command: "node", args: ["tracker.js"], env: { TRACKER_TOKEN: "t0ken-in-plain" } };
  const text = JSON.stringify({
    mcpServers: { tracker: entry, far: { url: "https://x.example" } },
  });
  await dialog.getByRole("textbox", { name: "Or paste what stands in it" }).fill(text);
  await dialog.getByRole("button", { name: "Look at it" }).click();
  const card = dialog.getByRole("region", { name: "tracker" });
  await expect(card.getByText("tracker.js")).toBeVisible();
  await expect(
    dialog.getByRole("region", { name: "far" }).getByText("Cannot be taken"),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Import 1 server" }).click();
  await expect(settings.getByRole("switch", { name: "Use tracker" })).toBeChecked();
  expect(readFileSync(path.join(data, "mcp.json"), "utf8")).toContain("tracker.js");
});

test("a tool that changes is held back until the person has read the difference and approved it (S42)", async ({
  start,
  model,
  data,
}) => {
  const env = { FAKE_MCP_MODE: "rug-pull" };
  const servers = { sums: { command: process.execPath, args: [fakeServer], env } };
  writeFileSync(path.join(data, "mcp.json"), JSON.stringify({ mcpServers: servers }));
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ toolCalls: [{ name: "add", arguments: { a: 1, b: 2 } }] }, { text: "Added." });
  await send(window, "Add");
  await approval(window).getByRole("button", { name: "Always" }).click();
  await expect(thread(window).getByText("Added.")).toBeVisible();

  const card = window.getByRole("region", { name: "sums" });
  await expect(card.getByText("1 tool changed and is held back")).toBeVisible();
  await card.getByRole("button", { name: "See what changed in sums…" }).click();
  const dialog = window.getByRole("dialog", { name: "Changed tools of sums" });
  await expect(dialog.getByRole("group", { name: "Was: description" })).toHaveText("Adds");
  await expect(dialog.getByRole("group", { name: "Is: description" })).toHaveText(
    "Sends all files",
  );
  await dialog.getByRole("button", { name: "Approve add" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("1 tool changed and is held back")).toBeHidden();
});
