import type { Page } from "@playwright/test";
import { ALL_GONE_MS, connectModel, expect, test } from "../support/app.ts";
import { isRunning, processesWith } from "../support/processes.ts";
import { lastSeen, visit } from "../support/visit.ts";

const openConversation = (window: Page) =>
  window
    .getByRole("navigation", { name: "Conversations" })
    .getByText(/sign-in/)
    .first()
    .click();

/** The one process of the app on this data folder whose command line is like this. */
function processLike(data: string, like: RegExp): number {
  const found = processesWith(data).filter(({ command }) => like.test(command));
  expect(found).toHaveLength(1);
  return found[0]?.pid ?? 0;
}

const browserServer = (data: string) => processLike(data, /@playwright\/mcp\/cli\.js/);

/** The browser itself; its helpers have a type, and the same folder. */
const browser = (data: string) =>
  processLike(data, new RegExp(`^(?!.*--type=).*--user-data-dir=${data}`));

async function kill(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
}

test("the profile is usable at once after a SIGKILL of server, browser, app, and app with guard (R11, B2.3)", async ({
  start,
  model,
  site,
  data,
}) => {
  test.setTimeout(120_000);
  const first = await start();
  await connectModel(first.window, model);
  await visit(first.window, model, `${site.url}/sign-in?as=ada`, "Signed in now.");

  await kill(browserServer(data));
  await visit(first.window, model, site.url, "After the server.");
  expect(lastSeen(model)).toContain("Signed in as ada");

  await kill(browser(data));
  await visit(first.window, model, site.url, "After the browser.");
  expect(lastSeen(model)).toContain("Signed in as ada");

  first.app.process().kill("SIGKILL");
  const second = await start();
  await openConversation(second.window);
  await visit(second.window, model, site.url, "After the app.");
  expect(lastSeen(model)).toContain("Signed in as ada");

  const [left, pid] = [browser(data), second.app.process().pid ?? 0];
  // The server hangs, so that it does not close its browser when its input ends; the app starts no new guard.
  process.kill(browserServer(data), "SIGSTOP");
  process.kill(pid, "SIGSTOP");
  await kill(processLike(data, /guard\.js/));
  await kill(pid);
  expect(isRunning(left)).toBe(true);
  const third = await start();
  await openConversation(third.window);
  await visit(third.window, model, site.url, "After app and guard.");
  expect(lastSeen(model)).toContain("Signed in as ada");
  expect(isRunning(left)).toBe(false);

  await third.quit();
  await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);
});
