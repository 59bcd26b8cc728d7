import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PersonQuestion } from "../../../src-preload/model/question.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleCall,
  sampleMessage,
  sampleQuestion,
  sampleSnapshot,
  sampleSummary,
  sampleTurn,
} from "../../fixtures/renderer-samples.ts";

function bridgeWith(question: PersonQuestion, isWithYou = false): FakeBridge {
  const parts = [{ type: "tool-call", callId: "call-1" }] as const;
  const handOver = isWithYou ? ({ step: "person", since: 0 } as const) : null;
  return new FakeBridge({}, [
    sampleSnapshot({
      summary: sampleSummary({ activity: isWithYou ? "with-you" : "waiting", handOver }),
      messages: [sampleMessage({ id: "m2", parts })],
      toolCalls: [sampleCall({ tool: "ask_person", server: "Pilothouse", state: "running" })],
      turns: [sampleTurn({ state: "awaiting-approval" })],
      questions: [question],
    }),
  ]);
}

const card = () => screen.findByRole("group", { name: "The model asks you" });

/** Buttons answer only when the card has been in sight for a moment. */
async function armed(name: string): Promise<HTMLButtonElement> {
  const button = within(await card()).getByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false), { timeout: 3_000 });
  return button;
}

test("the model's reason is quoted, and named as the model's", async () => {
  const reason = "<b>Sign in</b> **now**";
  await renderWindow(bridgeWith(sampleQuestion({ reason })));
  const quote = within(await card()).getByText(reason);
  expect(quote.tagName).toBe("BLOCKQUOTE");
  expect(quote.closest("figure")?.textContent).toContain("In the model’s words");
});

test("Continue and Skip answer, by button and by key", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleQuestion()));
  await user.click(await armed("Continue"));
  await armed("Skip");
  await user.keyboard("{Alt>}[Digit4]{/Alt}");
  expect(bridge.inputsOf("answerQuestion")).toEqual([
    { questionId: "ask1", answer: { kind: "continue" } },
    { questionId: "ask1", answer: { kind: "skip" } },
  ]);
});

test("one of the model's choices can be taken, or an answer typed", async () => {
  const question = sampleQuestion({ choices: ["Window seat", "Aisle"] });
  const { bridge, user } = await renderWindow(bridgeWith(question));
  await user.click(await armed("Aisle"));
  const words = screen.getByRole("textbox", { name: "Answer in your own words" });
  await user.type(words, "Wherever it is quiet");
  await armed("Answer");
  await user.type(words, "{Enter}");
  expect(bridge.inputsOf("answerQuestion").map(({ answer }) => answer)).toEqual([
    { kind: "answer", text: "Aisle" },
    { kind: "answer", text: "Wherever it is quiet" },
  ]);
});

test("where it is about the page the browser is with the person, and the window can be shown", async () => {
  const { bridge, user } = await renderWindow(
    bridgeWith(sampleQuestion({ aboutPage: true }), true),
  );
  expect((await card()).textContent).toContain("The browser is with you");
  expect(screen.queryByRole("group", { name: "The browser is with you" })).toBeNull();
  await user.click(await armed("Show the window"));
  expect(bridge.inputsOf("showBrowserWindow")).toEqual([{ conversationId: "c1" }]);
});

test("the card goes when the question is settled", async () => {
  const { fire } = await renderWindow(bridgeWith(sampleQuestion()));
  await card();
  await fire({ type: "question-settled", conversationId: "c1", questionId: "ask1" });
  await waitFor(() =>
    expect(screen.queryByRole("group", { name: "The model asks you" })).toBeNull(),
  );
});
