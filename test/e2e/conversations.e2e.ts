import type { Page } from "@playwright/test";
import { ALL_GONE_MS, composer, connectModel, expect, send, test, thread } from "../support/app.ts";
import { isRunning, processesWith } from "../support/processes.ts";
import { lastSeen, visit } from "../support/visit.ts";

const conversations = (window: Page) => window.getByRole("navigation", { name: "Conversations" });
const servers = (window: Page) => window.getByRole("complementary", { name: "Servers" });

async function serverPid(window: Page): Promise<number> {
  const text = await servers(window).innerText();
  return Number(/(?:Process|pid)\s+(\d+)/i.exec(text)?.[1]);
}

test("two conversations have a browser each, and keep their logins apart and over a restart", async ({
  start,
  model,
  site,
  data,
}) => {
  const first = await start();
  let { window } = first;
  await connectModel(window, model);
  await visit(window, model, `${site.url}/sign-in?as=ada`, "Signed in now.");
  const adasServer = await serverPid(window);

  await window.getByRole("button", { name: "New conversation" }).first().click();
  await expect(thread(window).getByText("Signed in now.")).toBeHidden();
  await visit(window, model, site.url, "Nobody is signed in.");
  expect(lastSeen(model)).toContain("Signed out");
  const otherServer = await serverPid(window);
  expect(isRunning(adasServer) && isRunning(otherServer)).toBe(true);
  expect(otherServer).not.toBe(adasServer);

  await first.quit();
  await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);

  ({ window } = await start());
  await conversations(window)
    .getByText(/sign-in/)
    .first()
    .click();
  await expect(thread(window).getByText("Signed in now.")).toBeVisible();
  await visit(window, model, site.url, "Still there.");
  expect(lastSeen(model)).toContain("Signed in as ada");
});

test("messages, calls and pictures are there again after a restart, in order", async ({
  start,
  model,
  site,
}) => {
  const first = await start();
  await connectModel(first.window, model);
  await visit(first.window, model, site.url, "The page is open.");
  model.enqueue(
    { toolCalls: [{ name: "browser_take_screenshot", arguments: {} }] },
    { text: "And this is it." },
  );
  await send(first.window, "Take a picture");
  await expect(thread(first.window).getByText("And this is it.")).toBeVisible();
  await first.quit();

  const { window } = await start();
  await conversations(window)
    .getByRole("link")
    .or(conversations(window).getByRole("button"))
    .filter({ hasText: /Open/ })
    .first()
    .click();
  await expect(thread(window).getByRole("img", { name: /^Screenshot of / })).toBeVisible();
  const text = await thread(window).innerText();
  const order = [`Open ${site.url}`, "The page is open.", "Take a picture", "And this is it."];
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).sort((a, b) => a - b),
  );
  expect(order.every((part) => text.includes(part))).toBe(true);
  await expect(window.locator('[data-state="done"]')).toHaveCount(2);
});

test("the server panel tells what the server does, and a killed one starts again for the next call", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  await window.getByRole("button", { name: "New conversation" }).first().click();
  await expect(servers(window)).toContainText("Not started");
  await visit(window, model, site.url, "Open.");
  await expect(servers(window)).toContainText("Running");
  await expect(servers(window)).toContainText("24");
  const pid = await serverPid(window);
  expect(isRunning(pid)).toBe(true);

  process.kill(pid, "SIGKILL");
  await expect(servers(window)).toContainText(/Exited.*SIGKILL/s);
  await visit(window, model, site.url, "Open again.");
  await expect(servers(window)).toContainText("Running");
  expect(await serverPid(window)).not.toBe(pid);
});

test("closing the window ends every process that the app started", async ({
  start,
  model,
  site,
  data,
}) => {
  const { app, window } = await start();
  await connectModel(window, model);
  await visit(window, model, site.url, "Open.");
  expect(processesWith(data).length).toBeGreaterThan(3);
  await app
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    .catch(() => {});
  await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);
});

test("nothing outlives an app that is killed, and its open call is never repeated", async ({
  start,
  model,
  data,
}) => {
  const { app, window } = await start();
  await connectModel(window, model);
  model.enqueue({ toolCalls: [{ name: "browser_wait_for", arguments: { time: 60 } }] });
  await send(window, "Wait");
  await expect(window.locator('[data-state="running"]')).toBeVisible();
  await expect
    .poll(() => processesWith(data).some(({ command }) => command.includes("cli.js")))
    .toBe(true);
  app.process().kill("SIGKILL");
  await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);

  const again = await start();
  await conversations(again.window).getByText("Wait").first().click();
  await expect(again.window.locator('[data-state="outcome-unknown"]')).toContainText(
    "Outcome unknown",
  );
  await expect(composer(again.window)).toBeEnabled();
});
