import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Turn } from "../../../src-preload/model/turn.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleMessage, sampleSnapshot, sampleTurn } from "../../fixtures/renderer-samples.ts";

const atLimit: Partial<Turn> = {
  state: "failed",
  failure: { code: "limit-steps", message: "This turn has taken 200 steps." },
};

function bridgeWith(...turns: readonly Turn[]): FakeBridge {
  const messages = turns.map(({ id }, index) =>
    sampleMessage({
      id: `m${index}`,
      turnId: id,
      sequence: index + 1,
      parts: [{ type: "text", text: "So far" }],
    }),
  );
  return new FakeBridge({}, [sampleSnapshot({ turns, messages })]);
}

test("a turn at a limit says why and goes on when the person lets it (S59)", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleTurn(atLimit)));
  const card = await screen.findByRole("group", { name: "Far enough without asking you" });
  expect(card.textContent).toContain("This turn has taken 200 steps.");
  await user.click(within(card).getByRole("button", { name: "Continue" }));
  expect(bridge.inputsOf("sendMessage")).toEqual([{ conversationId: "c1", text: "Go on." }]);
});

test("an interrupted turn can be gone on with", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleTurn({ state: "interrupted" })));
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(bridge.inputsOf("sendMessage")).toHaveLength(1);
});

test("a turn with another after it cannot be gone on with any more", async () => {
  await renderWindow(bridgeWith(sampleTurn(atLimit), sampleTurn({ id: "t2", state: "finished" })));
  await screen.findByRole("group", { name: "Far enough without asking you" });
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});
