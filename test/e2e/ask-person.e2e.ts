import type { Page } from "@playwright/test";
import { approval, connectModel, expect, send, test, thread } from "../support/app.ts";

const question = (window: Page) => window.getByRole("group", { name: "The model asks you" });

test("the model asks for a login, the person does it in the browser's window, and the model goes on", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/desk` } }] },
    {
      toolCalls: [
        { name: "ask_person", arguments: { reason: "Please sign in.", about_page: true } },
      ],
    },
    { toolCalls: [{ name: "browser_snapshot", arguments: {} }] },
    { text: "You are signed in." },
  );
  await send(window, "Sign me in");
  await approval(window).getByRole("button", { name: "This site" }).click();
  await expect(question(window)).toContainText("Please sign in.");
  await expect(question(window)).toContainText("In the model’s words");
  await expect(question(window)).toContainText("The browser is with you");
  // Until then, the page that the agent had opened; now also the one in the person's window.
  await expect
    .poll(() => site.requests.filter((one) => one.endsWith("/desk/answer")).length)
    .toBe(2);
  site.signAtDesk("ada");
  await expect.poll(() => site.requests).toContain("GET /sign-in");
  await question(window).getByRole("button", { name: "Continue" }).click();
  await expect(thread(window).getByText("You are signed in.")).toBeVisible();
  await expect(question(window)).toBeHidden();
  const seen = JSON.stringify(model.requests.at(-1)?.body);
  expect(seen).toContain("Welcome ada");
  expect(seen).toContain("The person has done it");
});

test("a message that is sent while a turn runs is queued, and goes in at the next step", async ({
  start,
  model,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  model.enqueue({ text: "I think about it for a while.", gate }, { text: "Both then." });
  await send(window, "First");
  await expect(thread(window).getByText("I think")).toBeVisible();
  await send(window, "And second");
  const queued = thread(window).getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("And second");
  go();
  await expect(thread(window).getByText("Both then.")).toBeVisible();
  await expect(queued).toBeHidden();
  await expect(thread(window).getByText("And second")).toBeVisible();
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("And second");
});
