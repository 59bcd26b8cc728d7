import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RuntimeStatus } from "../../../src-preload/model/settings.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleAppState,
  sampleInstalling,
  sampleServer,
  sampleSnapshot,
  sampleWithoutBrowser,
} from "../../fixtures/renderer-samples.ts";

const noModels = { ...sampleAppState().settings, models: [], defaultModelId: null };

const welcome = (runtime: RuntimeStatus) =>
  renderWindow(new FakeBridge({ settings: noModels, runtime }));

async function browserSettings(runtime: RuntimeStatus, bridge = new FakeBridge({ runtime })) {
  bridge.app = { ...bridge.app, runtime };
  const rendered = await renderWindow(bridge);
  await rendered.user.keyboard("{Control>},{/Control}");
  await rendered.user.click(screen.getByRole("button", { name: "Browser" }));
  return rendered;
}

/** The welcome behind it tells the same. */
const settings = () => within(screen.getByRole("dialog", { name: "Settings" }));

const setUpCard = () => within(screen.getByRole("region", { name: "Set-up of the browser" }));

test("the welcome offers to set up Chromium, and says what it takes", async () => {
  const { bridge, user } = await welcome(sampleWithoutBrowser());
  expect(setUpCard().getByText("About 180 MB to get")).toBeTruthy();
  await user.click(setUpCard().getByRole("button", { name: "Set up: Chromium" }));
  expect(bridge.inputsOf("setUpBrowser")).toHaveLength(1);
});

test("the welcome leads to where another browser is chosen", async () => {
  const { user } = await welcome(sampleWithoutBrowser());
  await user.click(setUpCard().getByRole("button", { name: "Choose a browser…" }));
  expect(settings().getByText("Which browser")).toBeTruthy();
});

test("a file is chosen as the browser, its path is shown, and the app's own is taken back", async () => {
  const bridge = new FakeBridge({});
  bridge.answer("chooseBrowserFile", () => ({
    ...bridge.app.settings,
    browserExecutable: "/opt/thorium/thorium",
  }));
  const { user } = await browserSettings(bridge.app.runtime, bridge);
  await user.click(settings().getByRole("button", { name: "Choose another file…" }));
  expect(settings().getByText("/opt/thorium/thorium")).toBeTruthy();
  await user.click(settings().getByRole("button", { name: "Use Pilothouse’s own" }));
  expect(settings().queryByText("/opt/thorium/thorium")).toBeNull();
  expect(bridge.inputsOf("chooseBrowser")).toEqual([{ executable: null }]);
});

test("a file that is no browser is refused with the reason, and nothing changes", async () => {
  const bridge = new FakeBridge({});
  bridge.refuse("chooseBrowserFile", { code: "x", message: "“notes” does not start." });
  const { user } = await browserSettings(bridge.app.runtime, bridge);
  await user.click(settings().getByRole("button", { name: "Choose another file…" }));
  expect(settings().getByRole("alert").textContent).toBe("“notes” does not start.");
  expect(settings().queryByText("Another browser")).toBeNull();
});

test("while Chromium is set up, the welcome tells bytes, rate and time left, and lets one begin", async () => {
  const { fire } = await welcome(sampleWithoutBrowser());
  await fire({ type: "runtime-changed", runtime: sampleInstalling() });
  expect(setUpCard().getByText("Setting up Chromium")).toBeTruthy();
  expect(setUpCard().getByText("118.4 of 168.0 MB, 4.2 MB/s, 12 s left")).toBeTruthy();
  const bar = setUpCard().getByRole("progressbar", { name: "Download of Chromium" });
  expect(bar.getAttribute("value")).toBe("70");
  expect(screen.getByText(/You can begin meanwhile/)).toBeTruthy();
});

test("before the server has told a size, none is shown", async () => {
  const unknown = { bytes: 0, totalBytes: null, bytesPerSecond: null, secondsLeft: null };
  await welcome(sampleInstalling(unknown));
  expect(setUpCard().getByText("Asking where it is")).toBeTruthy();
  expect(setUpCard().getByRole("progressbar").hasAttribute("value")).toBe(false);
});

test("a pause keeps the download and a cancel does not", async () => {
  const { bridge, user } = await welcome(sampleInstalling());
  await user.click(setUpCard().getByRole("button", { name: "Pause: Chromium" }));
  await user.click(setUpCard().getByRole("button", { name: "Cancel: Chromium" }));
  expect(bridge.inputsOf("cancelBrowserSetUp")).toEqual([
    { keepDownload: true },
    { keepDownload: false },
  ]);
});

test("what is being unpacked cannot be paused", async () => {
  await welcome(sampleInstalling({ phase: "unpacking" }));
  expect(setUpCard().getByText("Unpacking Chromium")).toBeTruthy();
  expect(setUpCard().queryByRole("button", { name: "Pause: Chromium" })).toBeNull();
});

test("a set-up that failed is told with its way out, and goes on with what is here", async () => {
  const message = "cdn.example has sent nothing for 30 s. Resume when the connection is better.";
  const failure = { code: "download-stalled", message };
  const offer = { totalBytes: 168_000_000, keptBytes: 96_000_000, failure };
  const { bridge, user } = await browserSettings(sampleWithoutBrowser(offer));
  expect(settings().getByRole("alert").textContent).toBe(message);
  expect(settings().getByText("96.0 of 168.0 MB are here already")).toBeTruthy();
  await user.click(settings().getByRole("button", { name: "Resume: Chromium" }));
  expect(bridge.inputsOf("setUpBrowser")).toHaveLength(1);
});

test("the settings tell the step, and which browser works meanwhile", async () => {
  await browserSettings(sampleInstalling({ phase: "checking", browser: "/usr/bin/chromium" }));
  expect(settings().getByText(/Step 3 of 3.*\/usr\/bin\/chromium stays in use/)).toBeTruthy();
});

test.each([
  ["damaged", "The browser is incomplete", "Set up again: Chromium"],
  ["update-available", "The browser needs an update", "Update: Chromium"],
] as const)(
  "a browser that is %s says so, and offers the way out",
  async (state, title, action) => {
    const setUp = { totalBytes: 180_000_000, keptBytes: 0, failure: null };
    const common = { version: "0.0.83", reason: "Why.", setUp };
    const runtime: RuntimeStatus =
      state === "damaged" ? { state, ...common } : { state, installed: "0.0.82", ...common };
    await browserSettings(runtime);
    expect(settings().getByText(title)).toBeTruthy();
    expect(settings().getByRole("button", { name: action })).toBeTruthy();
  },
);

test("what a set-up cannot mend offers none", async () => {
  const reason = "The browser server is missing from this installation.";
  await browserSettings({ state: "not-installed", version: "0.0.83", reason, setUp: null });
  expect(settings().getByText(reason)).toBeTruthy();
  expect(settings().queryByRole("button", { name: /Chromium/ })).toBeNull();
});

test("an installed browser is chosen from those that were found, and the app's own again", async () => {
  const bridge = new FakeBridge();
  bridge.answer("listBrowsers", () => [
    { executable: "/usr/bin/edge", name: "Microsoft Edge 155" },
  ]);
  const { user } = await browserSettings(bridge.app.runtime, bridge);
  await user.click(settings().getByRole("button", { name: "Look for installed browsers" }));
  await user.click(settings().getByRole("button", { name: "Use Microsoft Edge 155" }));
  expect(settings().queryByRole("button", { name: "Use Microsoft Edge 155" })).toBeNull();
  await user.click(settings().getByRole("button", { name: "Use Pilothouse’s own" }));
  expect(bridge.inputsOf("chooseBrowser")).toEqual([
    { executable: "/usr/bin/edge" },
    { executable: null },
  ]);
});

test("that none is installed is told, and so is a choice that is refused", async () => {
  const bridge = new FakeBridge();
  bridge.app = {
    ...bridge.app,
    settings: { ...bridge.app.settings, browserExecutable: "/opt/gone" },
  };
  bridge.refuse("chooseBrowser", { code: "browser-unknown", message: "It is gone." });
  const { user } = await browserSettings(bridge.app.runtime, bridge);
  await user.click(settings().getByRole("button", { name: "Look for installed browsers" }));
  expect(settings().getByText(/No Chrome, Chromium or Edge was found/)).toBeTruthy();
  expect(settings().getByText("/opt/gone")).toBeTruthy();
  await user.click(settings().getByRole("button", { name: "Use Pilothouse’s own" }));
  expect(settings().getByRole("alert").textContent).toBe("It is gone.");
});

test("the server panel has the way to a browser, and then how far it is", async () => {
  const server = sampleServer({ state: "not-installed", pid: null, startedAt: null, tools: null });
  const bridge = new FakeBridge({ runtime: sampleWithoutBrowser() }, [
    sampleSnapshot({ servers: [server] }),
  ]);
  const { user, fire } = await renderWindow(bridge);
  const card = within(screen.getByRole("region", { name: "playwright" }));
  expect(card.getByText("Not installed")).toBeTruthy();
  expect(card.getByText("About 180 MB to get")).toBeTruthy();
  await user.click(card.getByRole("button", { name: "Set up: Chromium" }));
  expect(bridge.inputsOf("setUpBrowser")).toHaveLength(1);
  await fire({ type: "runtime-changed", runtime: sampleInstalling() });
  expect(card.getByText("118.4 of 168.0 MB, 4.2 MB/s, 12 s left")).toBeTruthy();
});
