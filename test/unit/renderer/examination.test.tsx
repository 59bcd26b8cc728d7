import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleExamination,
  sampleServer,
  sampleSnapshot,
} from "../../fixtures/renderer-samples.ts";

const failed = sampleServer({
  name: "ledger",
  state: "failed",
  failure: { code: "server-failed", message: "It ended." },
});

async function examine(bridge = new FakeBridge({}, [sampleSnapshot({ servers: [failed] })])) {
  const rendered = await renderWindow(bridge);
  await rendered.user.click(screen.getByRole("button", { name: "What is wrong?" }));
  const dialog = await screen.findByRole("dialog", { name: "Examination of ledger" });
  return { ...rendered, bridge, dialog };
}

test("shows the cause, what to do and how far the start came", async () => {
  const { bridge, dialog } = await examine();
  expect(bridge.inputsOf("examineServer")).toEqual([{ conversationId: "c1", server: "ledger" }]);
  expect(within(dialog).getByRole("status").textContent).toBe("A part of the server is missing.");
  expect(dialog.textContent).toContain("Install the server again.");
  expect(dialog.textContent).toContain("Did not answer “initialize”");
  expect(dialog.textContent).toContain("Not reached");
  expect(dialog.textContent).toContain("Cannot find module ledger-core");
});

test("says that a server works", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot({ servers: [failed] })]);
  bridge.answer("examineServer", () => ({
    examination: sampleExamination({ works: true, cause: "", waysOut: [] }),
    report: "",
  }));
  const { dialog } = await examine(bridge);
  expect(within(dialog).getByRole("status").textContent).toContain("It works");
});

test("examines again", async () => {
  const { bridge, dialog, user } = await examine();
  await user.click(within(dialog).getByRole("button", { name: "Examine again" }));
  expect(bridge.inputsOf("examineServer")).toHaveLength(2);
});

test("stops what it started when it is closed meanwhile", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot({ servers: [failed] })]);
  bridge.answer("examineServer", () => new Promise(() => {}));
  const { dialog, user } = await examine(bridge);
  await user.click(within(dialog).getByRole("button", { name: "Stop" }));
  expect(bridge.inputsOf("stopServer")).toEqual([{ conversationId: "c1", server: "ledger" }]);
});

test("is not offered for a server that runs", async () => {
  const servers = [sampleServer({ name: "ledger", state: "running" })];
  await renderWindow(new FakeBridge({}, [sampleSnapshot({ servers })]));
  expect(screen.queryByRole("button", { name: "What is wrong?" })).toBeNull();
});
