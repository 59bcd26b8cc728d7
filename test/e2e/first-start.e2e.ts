import { composer, connectModel, expect, send, test, thread } from "../support/app.ts";

test("the first start offers a model and the tour, and a model that answers is kept", async ({
  start,
  model,
}) => {
  const { window, quit } = await start();
  await expect(window.getByRole("heading", { name: "Welcome to Pilothouse" })).toBeVisible();
  await expect(window.getByRole("button", { name: "Take the tour" })).toBeVisible();
  await connectModel(window, model);

  model.enqueue({ text: "Hello, **you**." });
  await send(window, "Hi there");
  await expect(thread(window).getByText("Hello, you.")).toBeVisible();
  await expect(
    thread(window).locator("strong, [data-streamdown=strong]").getByText("you"),
  ).toBeVisible();
  await quit();

  const again = await start();
  await expect(again.window.getByRole("heading", { name: "Welcome to Pilothouse" })).toBeHidden();
  await expect(composer(again.window)).toBeEnabled();
});

test("a model that refuses the key is not kept, and what was typed stays", async ({
  start,
  model,
}) => {
  const { window } = await start();
  model.enqueue({ failure: { status: 401, message: "no such key" } });
  await window.getByRole("button", { name: "Other address" }).click();
  await window.getByLabel("Address", { exact: true }).fill(model.openAiUrl);
  await window.getByLabel("Key", { exact: true }).fill("sk-wrong-key");
  await window.getByLabel("Model name").fill("scripted");
  await window.getByRole("button", { name: "Test and continue" }).click();
  await expect(window.getByText(/key/i).filter({ hasText: /refused|not accept/i })).toBeVisible();
  await expect(window.getByLabel("Address", { exact: true })).toHaveValue(model.openAiUrl);
});

test("the tour needs no key, asks before it acts, and ends with its pictures", async ({
  start,
}) => {
  const { window } = await start();
  await window.getByRole("button", { name: "Take the tour" }).click();
  await expect(
    thread(window)
      .getByText(/practice model/)
      .first(),
  ).toBeVisible();
  await window.getByRole("button", { name: "This site" }).click();
  await expect(thread(window).getByRole("img", { name: /^Screenshot of / })).toHaveCount(2, {
    timeout: 60_000,
  });
});
