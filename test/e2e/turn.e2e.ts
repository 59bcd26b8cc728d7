import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { approval, composer, connectModel, expect, send, test, thread } from "../support/app.ts";

/** Stands in for the system's drag, which never returns under a test's driver; keeps what it was given. */
async function recordDrags(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const kept: string[] = [];
    Object.assign(globalThis, { draggedFiles: kept });
    if (!contents) return;
    contents.startDrag = (item) => {
      // The system's drag refuses one without an icon.
      if (typeof item.icon !== "string" && !item.icon.isEmpty())
        kept.push(...(item.files ?? [item.file]));
    };
  });
  return () =>
    app.evaluate(() => (globalThis as unknown as { draggedFiles: string[] }).draggedFiles);
}

test("a call waits for the person, runs when allowed, and its screenshot leaves as a file", async ({
  start,
  model,
  site,
  data,
}) => {
  const { app, window } = await start();
  await connectModel(window, model);
  model.enqueue(
    {
      text: "I open the page.",
      toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/form` } }],
    },
    { toolCalls: [{ name: "browser_take_screenshot", arguments: {} }] },
    { text: "There it is." },
  );
  await send(window, "Show me the form");

  const ask = approval(window);
  await expect(ask).toContainText(new URL(site.url).host);
  await expect(ask).toContainText(`${site.url}/form`);
  expect(site.requests).toEqual([]);
  await ask.getByRole("button", { name: "Once" }).click();

  await expect(thread(window).getByText("There it is.")).toBeVisible();
  const picture = thread(window).getByRole("img", { name: /^Screenshot of / });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1280);
  await expect(window.locator('[data-state="done"]')).toHaveCount(2);

  const dragged = await recordDrags(app);
  await picture.dispatchEvent("dragstart");
  await expect.poll(dragged).toHaveLength(1);
  const [file = ""] = await dragged();
  expect(path.basename(file)).toMatch(/^127\.0\.0\.1-\d{4}-\d\d-\d\d-\d{6}\.png$/);
  expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");

  const chosen = path.join(data, "chosen.png");
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, chosen);
  await window.getByRole("button", { name: "Save picture" }).click();
  await expect
    .poll(() => existsSync(chosen) && readFileSync(chosen).equals(readFileSync(file)))
    .toBe(true);
});

test("a file that a call has left is dragged out of the thread as a copy, with an icon (M22)", async ({
  start,
  model,
}) => {
  const { app, window } = await start();
  await connectModel(window, model);
  const saving = { function: "() => 42", filename: "browser/answer.json" };
  model.enqueue(
    { toolCalls: [{ name: "browser_evaluate", arguments: saving }] },
    { text: "It is kept." },
  );
  await send(window, "Keep the answer");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("It is kept.")).toBeVisible();

  const dragged = await recordDrags(app);
  await thread(window)
    .getByRole("list", { name: "Files of this call" })
    .getByText("answer.json")
    .dispatchEvent("dragstart", { bubbles: true });
  await expect.poll(dragged).toHaveLength(1);
  const [file = ""] = await dragged();
  expect(path.basename(file)).toBe("answer.json");
  expect(readFileSync(file, "utf8")).toBe("42");
});

test("an answer by key counts only after a moment, and a denied call never runs", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
    { text: "Then I leave it." },
  );
  await send(window, "Open it");
  await expect(approval(window)).toBeVisible();
  await expect(async () => {
    await window.keyboard.press("Alt+Digit4");
    await expect(approval(window)).toBeHidden({ timeout: 200 });
  }).toPass();
  await expect(thread(window).getByText("Then I leave it.")).toBeVisible();
  await expect(window.locator('[data-state="denied"]')).toContainText("Not allowed by you");
  expect(site.requests).toEqual([]);
});

test("acting is asked about once for a site in a conversation", async ({ start, model, site }) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
    { toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/form` } }] },
    { toolCalls: [{ name: "browser_evaluate", arguments: { function: "() => 1" } }] },
    { text: "All done." },
  );
  await send(window, "Go");
  await approval(window).getByRole("button", { name: "This site" }).click();
  // Running code is asked about every time, whatever was said for the site.
  await expect(approval(window)).toContainText("browser_evaluate");
  expect(site.requests).toContain("GET /form");
  await expect(approval(window).getByRole("button", { name: "This site" })).toHaveCount(0);
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("All done.")).toBeVisible();
});

test("Stop ends a turn in the middle of an answer, and what was said stays", async ({
  start,
  model,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ text: "This is a long story that begins and", gate: new Promise(() => {}) });
  await send(window, "Tell me");
  await expect(thread(window).getByText(/This is/)).toBeVisible();
  await window.getByRole("button", { name: "Stop" }).click();
  await expect(thread(window).getByText(/stopped/i)).toBeVisible();
  await expect(thread(window).getByText(/This is/)).toBeVisible();
  expect(await model.requests.at(-1)?.outcome).toBe("hung-up");
  await expect(composer(window)).toBeEnabled();
});

test("Stop ends a running call, and the browser goes on to be usable", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ toolCalls: [{ name: "browser_wait_for", arguments: { time: 60 } }] });
  await send(window, "Wait a minute");
  await expect(window.locator('[data-state="running"]')).toBeVisible();
  await window.keyboard.press("Control+Period");
  await expect(window.locator('[data-state="stopped"]')).toContainText("Stopped by you");

  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
    { text: "Here again." },
  );
  await send(window, "Open it");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("Here again.")).toBeVisible();
});

test("a model that is overloaded ends the turn with why and what to do, and the text before it stays", async ({
  start,
  model,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ text: "I begin with the first", failure: "overloaded-mid-stream" });
  await send(window, "Begin");
  await expect(thread(window).getByText(/I begin with/)).toBeVisible();
  await expect(thread(window).getByText(/overloaded/i)).toBeVisible();
  model.enqueue({ text: "Now it works." });
  await send(window, "Again");
  await expect(thread(window).getByText("Now it works.")).toBeVisible();
});
