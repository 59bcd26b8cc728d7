import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { QueuedMessage } from "../../../src-preload/model/queued-message.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleQueued, sampleSnapshot, sampleTurn } from "../../fixtures/renderer-samples.ts";

const bridgeWith = (...queued: readonly QueuedMessage[]) =>
  new FakeBridge({}, [sampleSnapshot({ queued, turns: [sampleTurn()] })]);

const queuedGroups = () => screen.findAllByRole("region", { name: "Queued message" });

test("what is queued stands at the end of the thread, and says when it goes in", async () => {
  const { fire } = await renderWindow(bridgeWith());
  const queued = [sampleQueued(), sampleQueued({ id: "q2", text: "Then stop" })];
  await fire({ type: "queue-changed", conversationId: "c1", queued });
  const [first, second] = await queuedGroups();
  expect(first?.textContent).toContain("Queued, goes in at the next step");
  expect(first?.textContent).toContain("And send me the list");
  expect(second?.textContent).toContain("Then stop");
  expect(within(first ?? document.body).queryByRole("button", { name: "Send" })).toBeNull();
});

test("a queued message can be taken back", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleQueued()));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(bridge.inputsOf("removeQueued")).toEqual([{ conversationId: "c1", queuedId: "q1" }]);
});

test("a queued message can be changed, and what was typed stays when it was sent meanwhile", async () => {
  const bridge = bridgeWith(sampleQueued());
  const { user } = await renderWindow(bridge);
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", {
    name: "Text of the queued message",
  });
  await user.clear(box);
  await user.type(box, "Send it by mail");
  bridge.refuse("editQueued", { code: "queued-gone", message: "It was sent." });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("It was sent.");
  expect(box.value).toBe("Send it by mail");
  bridge.answer("editQueued", () => undefined);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(bridge.inputsOf("editQueued").at(-1)).toEqual({
    conversationId: "c1",
    queuedId: "q1",
    text: "Send it by mail",
  });
});

test("one that was held back says so and waits for the person", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleQueued({ state: "held" })));
  const [group] = await queuedGroups();
  expect(group?.textContent).toContain("Not sent");
  await user.click(within(group ?? document.body).getByRole("button", { name: "Send" }));
  expect(bridge.inputsOf("sendQueued")).toEqual([{ conversationId: "c1", queuedId: "q1" }]);
});
