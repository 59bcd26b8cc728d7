import { composer, connectModel, expect, test, thread } from "../support/app.ts";

test("/mcp tells of the servers in the thread without a model call", async ({ start, model }) => {
  const { window } = await start();
  await connectModel(window, model);
  const asked = model.requests.length;
  await composer(window).fill("/mcp playwright");
  await composer(window).press("Enter");
  const answer = thread(window).getByRole("group", { name: "Answer to /mcp playwright" }).first();
  await expect(answer).toContainText("playwright: not started (starts on the first call)");
  await expect(answer).toContainText("--browser chromium");
  expect(model.requests).toHaveLength(asked);
});
