import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { DownloadServer } from "../fixtures/download-server.ts";
import { zip } from "../fixtures/zip.ts";
import {
  approval,
  composer,
  connectModel,
  expect,
  send,
  test as base,
  thread,
} from "../support/app.ts";
import { processesWith } from "../support/processes.ts";

/** Says that it is the version which Playwright expects, and for all else is the installed one. */
const standIn = `#!/bin/sh
if [ "$1" = "--version" ]; then echo "Google Chrome for Testing 155.0.8059.12"; exit; fi
exec chromium "$@"
`;

const chromeArchive = zip([
  { name: "chrome-linux64/padding", content: Buffer.alloc(400_000, "Chromium ") },
  { name: "chrome-linux64/chrome", content: standIn },
]);
const ffmpegArchive = zip([{ name: "ffmpeg-linux", content: "ffmpeg" }]);

const test = base.extend<{ downloads: DownloadServer; withoutBrowser: void }>({
  // eslint-disable-next-line no-empty-pattern
  downloads: async ({}, use) => {
    const server = await new DownloadServer((file) =>
      file.includes("ffmpeg") ? ffmpegArchive : chromeArchive,
    ).start();
    process.env["PLAYWRIGHT_DOWNLOAD_HOST"] = server.url;
    await use(server);
    delete process.env["PLAYWRIGHT_DOWNLOAD_HOST"];
    await server.close();
  },
  /** A choice that is gone: this tree's own set-up has found a browser, which would be taken. */
  withoutBrowser: [
    async ({ data }, use) => {
      const settings = { version: 1, browserExecutable: path.join(data, "gone") };
      writeFileSync(path.join(data, "settings.json"), JSON.stringify(settings));
      await use();
    },
    { auto: true },
  ],
});

const card = (window: Page) => window.getByRole("region", { name: "Set-up of the browser" });

test("Chromium is set up while a conversation waits, which then uses it without a restart", async ({
  start,
  model,
  site,
  data,
  downloads,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  const server = window.getByRole("region", { name: "playwright" });
  await expect(server.getByText("Not installed")).toBeVisible();
  await server.getByRole("button", { name: "Set up: Chromium" }).click();
  await expect(server.getByText("Not started")).toBeVisible();
  expect(downloads.requests.map(({ path: asked }) => path.basename(asked))).toEqual([
    "chrome-linux64.zip",
    "ffmpeg-linux.zip",
  ]);

  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
    { text: "It is open." },
  );
  await send(window, "Open the site.");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("It is open.")).toBeVisible();
  const own = path.join(data, "runtime");
  expect(processesWith(`--executable-path ${own}`).length).toBeGreaterThan(0);
});

test("a set-up that was killed leaves nothing that counts, and goes on where it was", async ({
  start,
  downloads,
}) => {
  downloads.faults.push({ kind: "stall", after: 150_000 });
  const first = await start();
  await card(first.window).getByRole("button", { name: "Set up: Chromium" }).click();
  await expect(card(first.window).getByText(/0\.[12] of 0\.4 MB/)).toBeVisible();
  const gone = new Promise((resolve) => first.app.process().once("exit", resolve));
  first.app.process().kill("SIGKILL");
  await gone;

  const { window } = await start();
  await expect(card(window).getByText("The browser is not installed")).toBeVisible();
  await card(window).getByRole("button", { name: "Resume: Chromium" }).click();
  await expect(window.getByText(/The browser is ready/)).toBeVisible();
  expect(downloads.requests[1]?.range).toMatch(/^bytes=[1-9]\d+-$/);
});

test("a pause is kept, and a cancel takes the download away", async ({ start, downloads }) => {
  downloads.faults.push({ kind: "stall", after: 150_000 });
  const { window } = await start();
  await card(window).getByRole("button", { name: "Set up: Chromium" }).click();
  await expect(card(window).getByText(/0\.[12] of 0\.4 MB/)).toBeVisible();
  await card(window).getByRole("button", { name: "Pause: Chromium" }).click();
  await expect(card(window).getByText(/are here already/)).toBeVisible();
  await card(window).getByRole("button", { name: "Cancel: Chromium" }).click();
  await expect(card(window).getByText(/to get/)).toBeVisible();
});

test("an installed browser is chosen instead, but no other program", async ({ start }) => {
  const { window } = await start();
  await window.getByRole("button", { name: /^Settings/ }).click();
  await window.getByRole("button", { name: "Browser", exact: true }).click();
  const settings = window.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Look for installed browsers" }).click();
  await settings.getByRole("button", { name: /^Use Chromium \d+/ }).click();
  await expect(settings.getByText(/is in use/)).toBeVisible();
  await window.keyboard.press("Escape");
  await expect(
    composer(window)
      .or(window.getByText(/The browser is ready/))
      .first(),
  ).toBeVisible();
});
