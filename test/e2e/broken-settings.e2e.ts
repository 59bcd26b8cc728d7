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
