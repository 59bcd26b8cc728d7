import type { Page } from "@playwright/test";
import { ALL_GONE_MS, approval, connectModel, expect, send, test, thread } from "../support/app.ts";
import { processesWith } from "../support/processes.ts";

/** The browser's main process, with or without a window. */
const browsers = (data: string) =>
  processesWith(data).filter(
    ({ command }) => command.includes("--remote-debugging-pipe") && !command.includes("--type="),
  );
const headless = (data: string) => browsers(data).map(({ command }) => /--headless/.test(command));

const withYou = (window: Page) => window.getByRole("group", { name: "The browser is with you" });
const bar = (window: Page) => window.getByRole("banner");

test("the person takes the browser over, signs in, and the agent goes on from there", async ({
  start,
  model,
  site,
  data,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/desk` } }] },
    { text: "I need you here." },
  );
  await send(window, "Sign me in");
  await approval(window).getByRole("button", { name: "This site" }).click();
  await expect(thread(window).getByText("I need you here.")).toBeVisible();
  expect(headless(data)).toEqual([true]);

  await window.keyboard.press("Control+Shift+T");
  await expect(withYou(window)).toContainText("There is no limit of time");
  await expect(withYou(window).getByRole("button", { name: "Continue" })).toBeEnabled();
  expect(headless(data)).toEqual([false]);

  // What the agent wants meanwhile waits, and nothing is asked of the page.
  model.enqueue(
    { toolCalls: [{ name: "browser_snapshot", arguments: {} }] },
    { text: "You are signed in." },
  );
  await send(window, "Go on as soon as you can");
  await expect(thread(window).getByText("Running").first()).toBeVisible();
  await expect
    .poll(() => site.requests.filter((one) => one.endsWith("/desk/answer")).length)
    .toBe(2);
  site.signAtDesk("ada");
  await expect.poll(() => site.requests).toContain("GET /sign-in");
  await expect(thread(window).getByText("You are signed in.")).toBeHidden();

  await withYou(window).getByRole("button", { name: "Continue" }).click();
  await expect(thread(window).getByText("You are signed in.")).toBeVisible();
  await expect(withYou(window)).toBeHidden();
  expect(headless(data)).toEqual([true]);
  const seen = JSON.stringify(model.requests.at(-1)?.body);
  expect(seen.includes("Welcome ada")).toBe(true);
  expect(seen.includes("The person had the browser")).toBe(true);
});

test("the app quits while the browser is with the person, and nothing stays behind", async ({
  start,
  model,
  site,
  data,
}) => {
  const { window, quit } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
    { text: "Opened." },
  );
  await send(window, "Open it");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("Opened.")).toBeVisible();
  await bar(window).getByRole("button", { name: "Take over" }).click();
  await expect(withYou(window).getByRole("button", { name: "Continue" })).toBeEnabled();
  await quit();
  await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);
});
