import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleSnapshot } from "../../fixtures/renderer-samples.ts";

async function openDialog(bridge: FakeBridge) {
  const { user } = await renderWindow(bridge);
  await user.click(screen.getByRole("button", { name: "More for Customs, week 49" }));
  await user.click(await screen.findByRole("menuitem", { name: "What the model is told…" }));
  const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Its work/ });
  return { user, box };
}

test("the person sees all that the model is told, and can put words of their own in its place", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot()]);
  const { user, box } = await openDialog(bridge);
  expect(box.value).toBe("Work step by step.");
  expect(screen.getByText("## Rules")).toBeTruthy();
  await user.clear(box);
  await user.type(box, "Speak German.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(bridge.inputsOf("setInstructions")).toEqual([
    { conversationId: "c1", text: "Speak German." },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the app's own words can be had back", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot()]);
  bridge.answer("readInstructions", () => ({ own: "Mine.", usual: "Yours.", added: "" }));
  const { user, box } = await openDialog(bridge);
  expect(box.value).toBe("Mine.");
  await user.click(screen.getByRole("button", { name: "As usual" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(bridge.inputsOf("setInstructions")).toEqual([{ conversationId: "c1", text: null }]);
});
