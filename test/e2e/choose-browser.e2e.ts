import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import {
  approval,
  connectModel,
  expect,
  send,
  test,
  thread,
  type RunningApp,
} from "../support/app.ts";
import { processesWith } from "../support/processes.ts";

const root = path.resolve(import.meta.dirname, "../..");
const chromium = "/usr/bin/chromium";

/** The tree, as though it lay in an AppImage's mount. */
const testAsAppImage = test.extend<{ readonly mounted: void }>({
  mounted: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      process.env["APPIMAGE"] = path.join(root, "Pilothouse.AppImage");
      process.env["APPDIR"] = root;
      await use();
      delete process.env["APPIMAGE"];
      delete process.env["APPDIR"];
    },
    { auto: true },
  ],
});

/** Answers the system's dialog in the person's place; null cancels it. */
async function answerDialog({ app }: RunningApp, file: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
  }, file);
}

async function chooseAnotherFile(window: Page) {
  const settings = window.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Choose another file…" }).click();
  return settings;
}

async function openBrowserSettings(window: Page): Promise<void> {
  await window.getByRole("button", { name: /^Settings/ }).click();
  await window.getByRole("button", { name: "Browser", exact: true }).click();
}

test("a browser is chosen by the system's dialog, kept, and given up again", async ({
  start,
  data,
}) => {
  const own = path.join(data, "my browser");
  writeFileSync(own, `#!/bin/sh\nexec ${chromium} "$@"\n`, { mode: 0o755 });
  const running = await start();
  const { window } = running;
  await openBrowserSettings(window);
  await answerDialog(running, own);
  const settings = await chooseAnotherFile(window);
  await expect(settings.getByText(`${own} is in use`)).toBeVisible();
  await expect(settings.getByText("Chosen by you.")).toBeVisible();
  const kept = () => JSON.parse(readFileSync(path.join(data, "settings.json"), "utf8"));
  expect(kept()).toMatchObject({ browserExecutable: own });

  await answerDialog(running, null);
  await chooseAnotherFile(window);
  await expect(settings.getByText(`${own} is in use`)).toBeVisible();

  await settings.getByRole("button", { name: "Use Pilothouse’s own" }).click();
  await expect(settings.getByText("Chosen by you.")).toBeHidden();
  expect(kept()).toMatchObject({ browserExecutable: null });
});

test("a program that is no browser is refused in a sentence", async ({ start }) => {
  const running = await start();
  await openBrowserSettings(running.window);
  await answerDialog(running, "/bin/echo");
  const settings = await chooseAnotherFile(running.window);
  await expect(settings.getByRole("alert")).toHaveText(
    "“echo” does not start as a browser that Pilothouse can drive. Choose the program of a Chrome, Chromium or Edge.",
  );
  await expect(settings.getByText("Chosen by you.")).toBeHidden();
});

testAsAppImage(
  "an AppImage's servers and guard run from the data folder",
  async ({ start, data, model, site }) => {
    writeFileSync(
      path.join(data, "settings.json"),
      JSON.stringify({ version: 1, browserExecutable: chromium }),
    );
    const { window } = await start();
    await connectModel(window, model);
    model.enqueue(
      { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
      { text: "It is open." },
    );
    await send(window, "Open the site.");
    await approval(window).getByRole("button", { name: "Once" }).click();
    await expect(thread(window).getByText("It is open.")).toBeVisible();
    const copied = path.join(data, "runtime");
    expect(existsSync(copied)).toBe(true);
    const programs = processesWith(data).map(({ command }) => command.split(" ").slice(0, 2));
    expect(programs.filter(([program]) => program?.startsWith(`${copied}/`))).toHaveLength(2);
    expect(programs.flat().filter((word) => word.startsWith(`${root}/resources`))).toEqual([]);
    expect(programs.flat().filter((word) => word.endsWith("dist/main/guard.js"))).toEqual([]);
  },
);
