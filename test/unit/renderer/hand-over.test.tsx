import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HandOverState } from "../../../src-preload/model/hand-over.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleServer, sampleSnapshot, sampleSummary } from "../../fixtures/renderer-samples.ts";

const browser = sampleServer({ name: "playwright", state: "running" });

function bridgeWith(handOver: HandOverState | null, servers = [browser]): FakeBridge {
  const summary = sampleSummary({ handOver, activity: handOver ? "with-you" : "quiet" });
  return new FakeBridge({}, [sampleSnapshot({ summary, servers })]);
}

const withYou = () => screen.getByRole("group", { name: "The browser is with you" });

test("takes the browser over by the button of the bar", async () => {
  const bridge = bridgeWith(null);
  const { user } = await renderWindow(bridge);
  await user.click(screen.getByRole("button", { name: /Take over/ }));
  expect(bridge.inputsOf("takeOverBrowser")).toEqual([{ conversationId: "c1" }]);
});

test("takes it over and hands it back by one key", async () => {
  const bridge = bridgeWith(null);
  await renderWindow(bridge);
  fireEvent.keyDown(document, { key: "T", ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(withYou()).toBeTruthy());
  fireEvent.keyDown(document, { key: "T", ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(bridge.inputsOf("handBackBrowser")).toHaveLength(1));
});

test("offers nothing where there is no browser", async () => {
  await renderWindow(bridgeWith(null, [{ ...browser, state: "not-installed" }]));
  expect(screen.queryByRole("button", { name: /Take over/ })).toBeNull();
});

test("says that the browser is with the person, and goes on by Continue", async () => {
  const bridge = bridgeWith({ step: "person", since: Date.now() });
  const { user } = await renderWindow(bridge);
  expect(withYou().textContent).toContain("No page and no picture goes to the model");
  await user.click(screen.getAllByRole("button", { name: /Continue/ })[0] as HTMLElement);
  expect(bridge.inputsOf("handBackBrowser")).toEqual([{ conversationId: "c1" }]);
});

test("brings the browser's window to the front", async () => {
  const bridge = bridgeWith({ step: "person", since: Date.now() });
  const { user } = await renderWindow(bridge);
  await user.click(screen.getByRole("button", { name: /Show the window/ }));
  expect(bridge.inputsOf("showBrowserWindow")).toEqual([{ conversationId: "c1" }]);
});

test("waits while the browser is on its way", async () => {
  const bridge = bridgeWith({ step: "returning", since: Date.now() });
  await renderWindow(bridge);
  for (const button of screen.getAllByRole("button", { name: /Continue/ })) {
    expect(button).toHaveProperty("disabled", true);
  }
});
