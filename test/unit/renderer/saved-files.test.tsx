import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BrowserFiles } from "../../../src-preload/model/browser-files.ts";
import { offeredFiles } from "../../../src-renderer/features/saved-files/chosen-files.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleBrowserFiles,
  sampleServer,
  sampleSnapshot,
} from "../../fixtures/renderer-samples.ts";

const oldest = "browser/video-2026-10-02.webm";

async function opened(files: BrowserFiles = sampleBrowserFiles()) {
  const bridge = new FakeBridge({}, [sampleSnapshot({ servers: [sampleServer({})] })]);
  bridge.browserFiles = files;
  const { user } = await renderWindow(bridge);
  return { bridge, user };
}

async function dialogOf(files?: BrowserFiles) {
  const { bridge, user } = await opened(files);
  await user.click(screen.getByRole("button", { name: "Show…" }));
  const dialog = within(screen.getByRole("dialog", { name: "Files of this conversation" }));
  return { bridge, user, dialog };
}

test("the panel says how much the browser has saved, and that the oldest can be removed", async () => {
  await opened();
  expect(screen.getByText("Files of this conversation: 1.2 GB")).toBeTruthy();
  expect(screen.getByText("More than 1.0 GB: the oldest can be removed.")).toBeTruthy();
});

test("where the browser has saved nothing, there is nothing about files", async () => {
  await opened({ files: [], count: 0, totalBytes: 0, budgetBytes: 1 });
  expect(screen.queryByText(/Files of this conversation/)).toBeNull();
});

test("within the budget nothing is offered", async () => {
  const { dialog } = await dialogOf({ ...sampleBrowserFiles(), budgetBytes: 2_000_000_000 });
  expect(dialog.getAllByRole("checkbox")).toHaveLength(5);
  expect(dialog.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  expect(dialog.getByRole("button", { name: "Remove…" })).toHaveProperty("disabled", true);
});

test("so many of the oldest are offered that the rest is within the budget", () => {
  const files = sampleBrowserFiles();
  expect(offeredFiles(files)).toEqual([oldest]);
  expect(offeredFiles({ ...files, budgetBytes: 0 })).toHaveLength(5);
  expect(offeredFiles({ ...files, budgetBytes: files.totalBytes })).toEqual([]);
});

test("what is chosen goes once the person has said so twice, and the rest is told", async () => {
  const { bridge, user, dialog } = await dialogOf();
  await user.click(dialog.getByRole("checkbox", { name: "Choose shipments-w41.csv" }));
  await user.click(dialog.getByRole("button", { name: "Remove…" }));
  expect(dialog.getByRole("alert").textContent).toBe(
    "Remove 2 files, 410.2 MB? They cannot be brought back.",
  );
  expect(bridge.inputsOf("removeBrowserFiles")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Remove 2 files" }));
  expect(bridge.inputsOf("removeBrowserFiles")).toEqual([
    { conversationId: "c1", paths: [oldest, "browser/downloads/shipments-w41.csv"] },
  ]);
  expect(dialog.getByText(/^3 files that its browser has saved, 800.4 MB/)).toBeTruthy();
});

test("a person who keeps them has lost nothing", async () => {
  const { bridge, user, dialog } = await dialogOf();
  await user.click(dialog.getByRole("button", { name: "Remove…" }));
  await user.click(dialog.getByRole("button", { name: "Keep them" }));
  expect(dialog.getByRole("button", { name: "Remove…" })).toBeTruthy();
  expect(bridge.inputsOf("removeBrowserFiles")).toEqual([]);
});

test("a removal that is refused says why in its place", async () => {
  const { bridge, user, dialog } = await dialogOf();
  bridge.refuse("removeBrowserFiles", { code: "turn-running", message: "Stop the turn first." });
  await user.click(dialog.getByRole("button", { name: "Remove…" }));
  await user.click(dialog.getByRole("button", { name: "Remove 1 file" }));
  expect(await dialog.findByText("Stop the turn first.")).toBeTruthy();
  expect(dialog.getAllByRole("checkbox")).toHaveLength(5);
});

test("each is shown in its folder, and so is the folder of all", async () => {
  const { bridge, user, dialog } = await dialogOf();
  await user.click(
    dialog.getByRole("button", { name: "Show video-2026-10-02.webm in its folder" }),
  );
  await user.click(dialog.getByRole("button", { name: "Open the folder" }));
  expect(bridge.inputsOf("showBrowserFile")).toEqual([
    { conversationId: "c1", path: oldest },
    { conversationId: "c1", path: null },
  ]);
});
