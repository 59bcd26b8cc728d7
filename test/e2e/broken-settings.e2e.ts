import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app.ts";

test("a broken mcp.json is told with its place, and everything else works (M3)", async ({
  start,
  data,
}) => {
  writeFileSync(path.join(data, "mcp.json"), '{\n  "mcpServers": {\n    "a" 5\n');
  const { window } = await start();
  await expect(window.getByText(/mcp\.json.*line 3/)).toBeVisible();
  await expect(window.getByRole("button", { name: "Take the tour" })).toBeEnabled();
});

test("an mcp.json that breaks while the app runs is told with its place, and its mending too (M3)", async ({
  start,
  data,
}) => {
  const file = path.join(data, "mcp.json");
  const { window } = await start();
  writeFileSync(file, '{\n  "mcpServers": {\n    "a" 5\n');
  await expect(window.getByText(/mcp\.json.*line 3/)).toBeVisible();
  writeFileSync(file, '{ "mcpServers": { "b": {} } }');
  await expect(window.getByText(/mcp\.json is in order again/)).toBeVisible();
  await expect(window.getByText(/"b" was left out: command is missing/)).toBeVisible();
});
