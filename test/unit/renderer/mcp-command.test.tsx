import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleMessage, sampleSnapshot, sampleTurn } from "../../fixtures/renderer-samples.ts";

const log = () => screen.getByRole("log", { name: "Conversation" });
const message = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

function bridgeWith(change: Parameters<typeof sampleSnapshot>[0] = {}): FakeBridge {
  const bridge = new FakeBridge({}, [sampleSnapshot(change)]);
  bridge.answer("runCommand", () => ({ text: "files: running\n  env: API_TOKEN" }));
  return bridge;
}

test("/mcp is answered in the thread and never sent to the model", async () => {
  const { bridge, user } = await renderWindow(bridgeWith());
  await user.type(message(), "/mcp files{Enter}");
  const card = (await screen.findAllByRole("group", { name: "Answer to /mcp files" }))[0];
  expect(card?.textContent).toContain("files: running\n  env: API_TOKEN");
  expect(card?.textContent).toContain("Only for you; the model is not told");
  expect(bridge.inputsOf("runCommand")).toEqual([{ conversationId: "c1", text: "/mcp files" }]);
  expect(bridge.inputsOf("sendMessage")).toEqual([]);
  expect(message().value).toBe("");
});

test("/mcp is answered while a turn runs", async () => {
  const { bridge, user } = await renderWindow(
    bridgeWith({
      messages: [sampleMessage({ complete: false, parts: [{ type: "text", text: "I look." }] })],
      turns: [sampleTurn()],
    }),
  );
  await user.type(message(), "/mcp{Enter}");
  await waitFor(() => expect(log().textContent).toContain("files: running"));
  expect(bridge.inputsOf("runCommand")).toHaveLength(1);
});

test("a command that was not understood says why and stays to be mended", async () => {
  const bridge = bridgeWith();
  bridge.refuse("runCommand", { code: "server-unknown", message: 'There are "files".' });
  const { user } = await renderWindow(bridge);
  await user.type(message(), "/mcp file{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe('There are "files".');
  expect(message().value).toBe("/mcp file");
});

test("what only begins like a command is a message", async () => {
  const { bridge, user } = await renderWindow(bridgeWith());
  await user.type(message(), "/mcpx is what?{Enter}");
  await waitFor(() => expect(bridge.inputsOf("sendMessage")).toHaveLength(1));
  expect(bridge.inputsOf("runCommand")).toEqual([]);
});

test("an answer stays where it was given when the conversation goes on or is read anew", async () => {
  const { state, user, fire } = await renderWindow(bridgeWith());
  await user.type(message(), "/mcp files{Enter}");
  await waitFor(() => expect(log().textContent).toContain("files: running"));
  const later = sampleMessage({
    id: "later",
    sequence: 99,
    parts: [{ type: "text", text: "Later" }],
  });
  await fire({ type: "message-changed", message: later });
  await waitFor(() => expect(log().textContent).toMatch(/files: running[^]*Later/));
  await state.threads.open("c1");
  await waitFor(() => expect(log().textContent).toContain("files: running"));
});

test("an answer is told to screen readers and can be scrolled with the keyboard", async () => {
  const { user } = await renderWindow(bridgeWith());
  await user.type(message(), "/mcp files{Enter}");
  const [card] = await screen.findAllByRole("group", { name: "Answer to /mcp files" });
  const box = within(card as HTMLElement).getByRole("group");
  expect(box.tabIndex).toBe(0);
  const told = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(told).toContain("Answer to /mcp files");
});
