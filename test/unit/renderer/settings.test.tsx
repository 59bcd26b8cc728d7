import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  practiceModel,
  sampleAppState,
  sampleModel,
  sampleSnapshot,
} from "../../fixtures/renderer-samples.ts";

const models = [
  sampleModel,
  { ...sampleModel, id: "model-2", model: "claude-sonnet-4-5", provider: "anthropic" as const },
  practiceModel,
];

function bridge(change: ConstructorParameters<typeof FakeBridge>[0] = {}): FakeBridge {
  const settings = { ...sampleAppState().settings, models };
  return new FakeBridge({ settings, ...change }, [sampleSnapshot()]);
}

function rowOf(model: string): HTMLElement {
  const row = screen.getByText(model, { selector: "p" }).closest("li");
  if (!row) throw new Error("The model has no row.");
  return row;
}

test("Ctrl and , opens the settings and closes them, Escape closes them too", async () => {
  const { user } = await renderWindow(bridge());
  await user.keyboard("{Control>},{/Control}");
  expect(screen.getByRole("dialog", { name: "Settings" })).toBeTruthy();
  await user.keyboard("{Control>},{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>},{/Control}{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a model is made the default, and another is forgotten", async () => {
  const { bridge: main, user } = await renderWindow(bridge());
  await user.keyboard("{Control>},{/Control}");
  const row = rowOf("claude-sonnet-4-5");
  await user.click(within(row).getByRole("button", { name: "Make default" }));
  expect(within(row).getByText("Default")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Forget meridian-2" }));
  expect(screen.queryByText("meridian-2")).toBeNull();
  expect(main.inputsOf("forgetModel")).toEqual([{ modelId: "model-1" }]);
});

test("the practice model goes by its name, and can be neither the default nor forgotten", async () => {
  const { user } = await renderWindow(bridge());
  await user.keyboard("{Control>},{/Control}");
  const row = rowOf("Practice model");
  expect(within(row).queryAllByRole("button")).toEqual([]);
});

test("with the practice model alone, the settings say that none is connected", async () => {
  const settings = { ...sampleAppState().settings, models: [practiceModel], defaultModelId: null };
  const { user } = await renderWindow(bridge({ settings }));
  await user.keyboard("{Control>},{/Control}");
  expect(screen.getByText("None yet. Connect one below.")).toBeTruthy();
  expect(rowOf("Practice model")).toBeTruthy();
});

test("the theme is put on the page", async () => {
  const { user } = await renderWindow(bridge());
  await user.keyboard("{Control>},{/Control}");
  await user.click(screen.getByRole("button", { name: "Appearance" }));
  await user.click(screen.getByRole("button", { name: "Dark" }));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  await user.click(screen.getByRole("button", { name: "System" }));
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
});

test("the browser's sandbox is told in words", async () => {
  const runtime = {
    state: "ready",
    version: "0.0.83",
    browser: "Chromium",
    source: "own",
    sandbox: "off",
    setUp: null,
  } as const;
  const { user } = await renderWindow(bridge({ runtime }));
  await user.keyboard("{Control>},{/Control}");
  await user.click(screen.getByRole("button", { name: "Browser" }));
  expect(screen.getByText(/a broken page is not kept away from your files/)).toBeTruthy();
});

test("the model of a conversation is chosen from the composer", async () => {
  const { bridge: main, user } = await renderWindow(bridge());
  await user.click(screen.getByRole("button", { name: "meridian-2" }));
  await user.click(screen.getByRole("menuitemradio", { name: /Practice model/ }));
  expect(main.inputsOf("chooseModel")).toEqual([{ conversationId: "c1", modelId: "practice" }]);
  expect(screen.getByRole("button", { name: "Practice model" })).toBeTruthy();
});

test("a notice is shown, and can be put away", async () => {
  const { fire, user } = await renderWindow(bridge());
  await fire({ type: "notice", conversationId: null, message: "The tools were refreshed." });
  expect(screen.getByText("The tools were refreshed.")).toBeTruthy();
  await act(async () => undefined);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("The tools were refreshed.")).toBeNull();
});

test("what is known of a model is shown, and what the person says of it is kept", async () => {
  const main = bridge();
  const price = { input: 3, output: 15, cachedInput: 0.3 };
  main.answer("readModelFacts", () => ({
    "model-1": { contextTokens: 200_000, vision: true, tools: null, price },
  }));
  const { user } = await renderWindow(main);
  await user.keyboard("{Control>},{/Control}");
  await user.click(screen.getByRole("button", { name: "What it can do: meridian-2" }));
  const form = await screen.findByRole("form", { name: "What it can do: meridian-2" });
  const context = within(form).getByLabelText<HTMLInputElement>("Context, in tokens");
  expect(context.placeholder).toBe("200000");
  expect(within(form).getByRole("button", { name: "As known: yes" })).toBeTruthy();

  await user.type(context, "64000");
  const vision = within(form).getByRole("group", { name: "Takes pictures" });
  await user.click(within(vision).getByRole("button", { name: "No" }));
  await user.click(within(form).getByRole("button", { name: "Save" }));
  expect(main.inputsOf("setModelFacts")).toEqual([
    { modelId: "model-1", facts: { contextTokens: 64_000, vision: false } },
  ]);
  expect(screen.queryByRole("form", { name: "What it can do: meridian-2" })).toBeNull();
});

test.each([
  ["Context, in tokens", "many"],
  ["Price of input", "3"],
])("a %s that makes no sense by itself is not kept: %s", async (label, typed) => {
  const { bridge: main, user } = await renderWindow(bridge());
  await user.keyboard("{Control>},{/Control}");
  await user.click(screen.getByRole("button", { name: "What it can do: meridian-2" }));
  await user.type(screen.getByLabelText(label), typed);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByRole("alert").textContent).toContain("whole number above 0");
  expect(main.inputsOf("setModelFacts")).toEqual([]);
});
