import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { StandingRule } from "../../../src-preload/model/approval.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleSnapshot } from "../../fixtures/renderer-samples.ts";

const rule: StandingRule = {
  key: "k1",
  conversationId: null,
  server: "playwright",
  tool: null,
  site: "https://forms.norrhaven.example",
  risk: null,
  decision: "deny",
};

async function openApprovals(bridge: FakeBridge) {
  const { user } = await renderWindow(bridge);
  await user.keyboard("{Control>},{/Control}");
  await user.click(await screen.findByRole("button", { name: "Approvals" }));
  return user;
}

test("how much is asked can be chosen, and each choice says what it means (M30)", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot()]);
  const user = await openApprovals(bridge);
  const choice = within(await screen.findByRole("group", { name: "How much is asked" }));
  expect(choice.getByRole("button", { name: "Usual" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(choice.getByRole("button", { name: "Careful" }));
  expect(bridge.inputsOf("setApprovalPreset")).toEqual([{ preset: "careful" }]);
  expect(await screen.findByText(/Every act is asked about, each time/)).toBeTruthy();
});

test("an answer for good can be seen and forgotten", async () => {
  const bridge = new FakeBridge({}, [sampleSnapshot()]);
  bridge.answer("listApprovalRules", () => [rule]);
  const user = await openApprovals(bridge);
  const line = "Never: acting on https://forms.norrhaven.example";
  expect(await screen.findByText(line)).toBeTruthy();
  bridge.answer("listApprovalRules", () => []);
  await user.click(screen.getByRole("button", { name: `Forget: ${line}` }));
  expect(bridge.inputsOf("forgetApprovalRule")).toEqual([{ key: "k1", conversationId: null }]);
  expect(await screen.findByText("Nothing yet.")).toBeTruthy();
});
