import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  practiceModel,
  sampleAppState,
  sampleModel,
  sampleSnapshot,
  sampleSummary,
} from "../../fixtures/renderer-samples.ts";

const noModels = { ...sampleAppState().settings, models: [practiceModel], defaultModelId: null };

function firstStart(change: ConstructorParameters<typeof FakeBridge>[0] = {}): FakeBridge {
  return new FakeBridge({ settings: noModels, ...change });
}

function field(name: string): HTMLInputElement {
  return screen.getByLabelText(name);
}

test("the practice model alone counts as no model: the ways to begin are shown, and no shorter one", async () => {
  await renderWindow(firstStart());
  expect(screen.getByText("Welcome to Pilothouse")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Begin a conversation" })).toBeNull();
});

test("who has connected a model can begin at once", async () => {
  const models = [sampleModel, practiceModel];
  const { user } = await renderWindow(firstStart({ settings: { ...noModels, models } }));
  await user.click(screen.getByRole("button", { name: "Begin a conversation" }));
  expect(await screen.findByRole("heading", { name: "New conversation" })).toBeTruthy();
});

test("a conversation without a model offers to connect one, and the practice model can be chosen", async () => {
  const snapshot = sampleSnapshot({ summary: sampleSummary({ modelId: null }) });
  const bridge = new FakeBridge({ settings: noModels }, [snapshot]);
  const { user } = await renderWindow(bridge);
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Connect a model" }));
  expect(screen.getByRole("dialog", { name: "Settings" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Choose a model" }));
  await user.click(screen.getByRole("menuitemradio", { name: /Practice model/ }));
  expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
});

test("once the last conversation is gone and nothing but the practice model is there, the ways to begin are shown", async () => {
  const { bridge, fire } = await renderWindow(
    new FakeBridge({ settings: noModels }, [sampleSnapshot()]),
  );
  expect(screen.queryByText("Welcome to Pilothouse")).toBeNull();
  await fire({ type: "conversation-deleted", conversationId: "c1" });
  expect(screen.getByText("Welcome to Pilothouse")).toBeTruthy();
  expect(bridge.inputsOf("createConversation")).toEqual([]);
});

test("a model that does not answer leaves what was typed and says why", async () => {
  const bridge = firstStart();
  const message = "models.example refused the key (401). Type the key again.";
  bridge.refuse("connectModel", { code: "model-key-refused", message });
  const { user } = await renderWindow(bridge);

  await user.click(screen.getByRole("button", { name: "Other address" }));
  await user.type(field("Address"), "https://models.example/v1");
  await user.type(field("Key"), "secret-key");
  await user.type(field("Model name"), "meridian-2");
  await user.click(screen.getByRole("button", { name: "Test and continue" }));

  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(field("Address").value).toBe("https://models.example/v1");
  expect(field("Key").value).toBe("secret-key");
  expect(field("Model name").value).toBe("meridian-2");
});

test("a model that answers begins a conversation", async () => {
  const bridge = firstStart();
  const connected = {
    ...noModels,
    models: [sampleModel, practiceModel],
    defaultModelId: sampleModel.id,
  };
  bridge.answer("connectModel", () => {
    bridge.app = { ...bridge.app, settings: connected };
    return connected;
  });
  const { user } = await renderWindow(bridge);

  await user.type(field("Key"), "secret-key");
  await user.type(field("Model name"), "claude-sonnet-4-5{Enter}");

  expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
  expect(bridge.inputsOf("connectModel")).toEqual([
    { provider: "anthropic", baseUrl: null, model: "claude-sonnet-4-5", key: "secret-key" },
  ]);
});

test("while the model is asked, the form says so", async () => {
  const bridge = firstStart();
  bridge.answer("connectModel", () => new Promise(() => undefined));
  const { user } = await renderWindow(bridge);
  await user.type(field("Model name"), "claude-sonnet-4-5{Enter}");
  expect(screen.getByText("Asking the model for one word")).toBeTruthy();
});

test("nothing is asked of a model without a name or an address", async () => {
  const { bridge, user } = await renderWindow(firstStart());
  await user.click(screen.getByRole("button", { name: "Test and continue" }));
  expect(screen.getByRole("alert").textContent).toBe("Type the name of the model.");
  await user.click(screen.getByRole("button", { name: "Other address" }));
  await user.type(field("Address"), "models.example");
  await user.click(screen.getByRole("button", { name: "Test and continue" }));
  expect(screen.getByRole("alert").textContent).toContain("must begin with https://");
  expect(bridge.inputsOf("connectModel")).toEqual([]);
});

test("a key is hidden until the person asks to see it", async () => {
  const { user } = await renderWindow(firstStart());
  expect(field("Key").type).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show key" }));
  expect(field("Key").type).toBe("text");
});

test("without encryption the form says that the key is kept for this run only", async () => {
  await renderWindow(firstStart({ encryption: "unavailable" }));
  expect(screen.getByText(/kept for this run only/)).toBeTruthy();
});

test("a missing browser is told with its reason", async () => {
  const reason = "No Chromium was found.";
  await renderWindow(
    firstStart({ runtime: { state: "not-installed", version: "0.0.83", reason, setUp: null } }),
  );
  expect(screen.getByText(reason)).toBeTruthy();
});

test("the tour opens in a conversation of its own", async () => {
  const { user } = await renderWindow(firstStart());
  await user.click(screen.getByRole("button", { name: "Take the tour" }));
  expect(await screen.findByRole("heading", { name: "Tour with the practice model" })).toBeTruthy();
});

test("a main process that does not answer is told, and can be asked again", async () => {
  const bridge = firstStart();
  bridge.refuse("readAppState", { code: "store", message: "The store could not be opened." });
  const { user } = await renderWindow(bridge);
  expect(screen.getByText("The store could not be opened.")).toBeTruthy();
  bridge.answer("readAppState", () => bridge.app);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Welcome to Pilothouse")).toBeTruthy();
});

test("the models that a provider lists can be chosen once there is a key, and any other typed", async () => {
  const bridge = firstStart();
  bridge.answer("listModels", ({ provider }) =>
    provider === "openai" ? ["gpt-5", "gpt-5-mini"] : [],
  );
  const { user } = await renderWindow(bridge);
  await user.click(screen.getByRole("button", { name: "OpenAI" }));
  await user.click(field("Model name"));
  const asked = () => bridge.inputsOf("listModels").filter(({ provider }) => provider === "openai");
  expect(asked()).toEqual([]);
  await user.type(field("Key"), "secret-key");
  await user.click(field("Model name"));
  await screen.findByText("2 models to choose from; any other can be typed.");
  expect(asked()).toEqual([{ provider: "openai", baseUrl: null, key: "secret-key" }]);
  const list = document.getElementById(field("Model name").getAttribute("list") ?? "");
  expect([...(list?.querySelectorAll("option") ?? [])].map((option) => option.textContent)).toEqual(
    ["gpt-5", "gpt-5-mini"],
  );
  await user.type(field("Model name"), "gpt-next");
  expect(field("Model name").value).toBe("gpt-next");
});

test("why there is no list is told at the field, and the name can still be typed", async () => {
  const bridge = firstStart();
  const message = "models.example did not accept the key (401).";
  bridge.refuse("listModels", { code: "model-key-refused", message });
  const { user } = await renderWindow(bridge);
  await user.type(field("Key"), "wrong-key");
  await user.click(field("Model name"));
  expect(await screen.findByText(message)).toBeTruthy();
  await user.type(field("Model name"), "m");
  expect(field("Model name").value).toBe("m");
});

test("an Ollama that runs on this computer is offered, and asks for neither key nor address", async () => {
  const bridge = firstStart();
  bridge.answer("listModels", ({ provider }) => (provider === "ollama" ? ["qwen3", "gemma3"] : []));
  const { user } = await renderWindow(bridge);
  await user.click(await screen.findByRole("button", { name: "Use it" }));
  expect(screen.getByRole("button", { name: "Ollama" }).getAttribute("aria-pressed")).toBe("true");
  await user.type(field("Model name"), "qwen3{Enter}");
  expect(bridge.inputsOf("connectModel")).toEqual([
    { provider: "ollama", baseUrl: null, model: "qwen3", key: null },
  ]);
});

test("where no Ollama runs, nothing is said of one", async () => {
  const bridge = firstStart();
  bridge.refuse("listModels", { code: "model-unreachable", message: "Nothing answers." });
  await renderWindow(bridge);
  expect(screen.queryByText(/Ollama runs/)).toBeNull();
  expect(screen.queryByText("Nothing answers.")).toBeNull();
});
