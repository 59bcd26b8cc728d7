import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApprovalRequest } from "../../../src-preload/model/approval.ts";
import { ANSWERABLE_AFTER_MS } from "../../../src-renderer/features/approvals/use-armed.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleApproval,
  sampleCall,
  sampleMessage,
  sampleSnapshot,
  sampleTurn,
} from "../../fixtures/renderer-samples.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function waiting(...approvals: readonly ApprovalRequest[]): FakeBridge {
  return new FakeBridge({}, [
    sampleSnapshot({
      messages: [sampleMessage({ id: "m2", parts: [{ type: "tool-call", callId: "call-1" }] })],
      toolCalls: [sampleCall({ state: "awaiting-approval" })],
      turns: [sampleTurn({ state: "awaiting-approval" })],
      approvals,
    }),
  ]);
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function press(code: string): Promise<void> {
  await act(async () => {
    fireEvent.keyDown(document.body, { key: code.at(-1), code, altKey: true });
  });
}

function request(): HTMLElement {
  return screen.getByRole("group", { name: "Waiting for you" });
}

test("the request shows the question, the true site, the exact arguments and why it is asked", async () => {
  await renderWindow(waiting(sampleApproval()));
  const card = within(request());
  expect(card.getByRole("heading", { name: "Click “Submit correction”" })).toBeTruthy();
  expect(card.getByText("forms.norrhaven.example")).toBeTruthy();
  expect(card.getByText('"Submit correction"')).toBeTruthy();
  expect(card.getByText('"e214"')).toBeTruthy();
  expect(card.getByText("Asked because your last answer on this site was Once.")).toBeTruthy();
});

test("the site that is asked about is shown even when another page is open", async () => {
  const approval = sampleApproval({
    site: "https://xn--pple-43d.com",
    page: { url: "https://portal.norrhaven.example/", title: "" },
  });
  await renderWindow(waiting(approval));
  expect(within(request()).getByText("xn--pple-43d.com")).toBeTruthy();
  expect(within(request()).queryByText("portal.norrhaven.example")).toBeNull();
});

test("markup and hidden characters in an argument are shown, not followed", async () => {
  const approval = sampleApproval({ arguments: { element: "<b>Pay</b>\u202E", target: "e1" } });
  await renderWindow(waiting(approval));
  expect(within(request()).getByText('"<b>Pay</b>\\u{202E}"')).toBeTruthy();
});

test("a key does nothing on a request that has just appeared", async () => {
  const { bridge } = await renderWindow(waiting(sampleApproval()));
  await pass(ANSWERABLE_AFTER_MS - 1);
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toEqual([]);
});

test.each([
  ["Digit1", "once"],
  ["Digit2", "site"],
  ["Digit3", "always"],
  ["Digit4", "not-now"],
  ["Digit0", "never"],
])("once it has been in sight, Alt and %s answers “%s”", async (code, answer) => {
  const { bridge } = await renderWindow(waiting(sampleApproval()));
  await pass(ANSWERABLE_AFTER_MS);
  await press(code);
  expect(bridge.inputsOf("answerApproval")).toEqual([{ approvalId: "a1", answer }]);
});

test("an answer that was not offered has no key", async () => {
  const { bridge } = await renderWindow(waiting(sampleApproval({ answers: ["once", "not-now"] })));
  await pass(ANSWERABLE_AFTER_MS);
  await press("Digit3");
  expect(bridge.inputsOf("answerApproval")).toEqual([]);
});

test("the next request has its own half second", async () => {
  const { bridge, fire } = await renderWindow(
    waiting(sampleApproval(), sampleApproval({ id: "a2" })),
  );
  expect(screen.getByText("1 of 2")).toBeTruthy();
  await pass(ANSWERABLE_AFTER_MS);
  await fire({ type: "approval-settled", conversationId: "c1", approvalId: "a1" });
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toEqual([]);
  await pass(ANSWERABLE_AFTER_MS);
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toEqual([{ approvalId: "a2", answer: "once" }]);
});

test("under the settings no key answers, and after them the half second begins anew", async () => {
  const { bridge, state } = await renderWindow(waiting(sampleApproval()));
  await pass(ANSWERABLE_AFTER_MS);
  await act(async () => state.actions.openSettings("models"));
  await press("Digit1");
  await act(async () => state.actions.closeSettings());
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toEqual([]);
  await pass(ANSWERABLE_AFTER_MS);
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toHaveLength(1);
});

test("coming back to the window begins the half second anew", async () => {
  const { bridge } = await renderWindow(waiting(sampleApproval()));
  await pass(ANSWERABLE_AFTER_MS);
  await act(async () => {
    fireEvent.focus(window);
  });
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toEqual([]);
});

test("an answer is given once, however often the key is pressed", async () => {
  const bridge = waiting(sampleApproval());
  bridge.answer("answerApproval", () => new Promise(() => undefined));
  await renderWindow(bridge);
  await pass(ANSWERABLE_AFTER_MS);
  await press("Digit1");
  await press("Digit4");
  expect(bridge.inputsOf("answerApproval")).toHaveLength(1);
});

test("an answer that did not arrive says why and can be given again", async () => {
  const bridge = waiting(sampleApproval());
  bridge.refuse("answerApproval", { code: "gone", message: "The call has ended meanwhile." });
  await renderWindow(bridge);
  await pass(ANSWERABLE_AFTER_MS);
  await press("Digit1");
  expect(within(request()).getByRole("alert").textContent).toBe("The call has ended meanwhile.");
  await press("Digit1");
  expect(bridge.inputsOf("answerApproval")).toHaveLength(2);
});

test("a request that appears leaves the focus where the person types", async () => {
  const { fire } = await renderWindow(waiting());
  const message = screen.getByRole("textbox", { name: "Message" });
  message.focus();
  await fire({ type: "approval-requested", approval: sampleApproval() });
  expect(document.activeElement).toBe(message);
});
