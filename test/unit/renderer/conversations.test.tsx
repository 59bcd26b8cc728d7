import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  groupConversations,
  neighbour,
  nextWaiting,
} from "../../../src-renderer/features/conversations/group-conversations.ts";
import { conversationLine } from "../../../src-renderer/features/conversations/conversation-look.ts";
import { i18n } from "../../../src-renderer/strings/i18n.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleSnapshot, sampleSummary, sampleTime } from "../../fixtures/renderer-samples.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function bridgeWith(...summaries: readonly ReturnType<typeof sampleSummary>[]): FakeBridge {
  return new FakeBridge(
    {},
    summaries.map((summary) => sampleSnapshot({ summary })),
  );
}

function list(): HTMLElement {
  return screen.getByRole("navigation", { name: "Conversations" });
}

test("conversations are grouped by the day of their last change, the latest first", () => {
  const at = (id: string, ago: number) => sampleSummary({ id, updatedAt: sampleTime - ago });
  const groups = groupConversations(
    [at("old", 40 * DAY), at("b", HOUR), at("yesterday", DAY), at("a", 0), at("week", 5 * DAY)],
    sampleTime,
  );
  expect(
    groups.map(({ name, conversations }) => [name, conversations.map(({ id }) => id)]),
  ).toEqual([
    ["today", ["a", "b"]],
    ["yesterday", ["yesterday"]],
    ["lastWeek", ["week"]],
    ["earlier", ["old"]],
  ]);
});

test("late yesterday is yesterday, though it is less than a day ago", () => {
  const now = new Date(2026, 10, 30, 1, 0).getTime();
  const [group] = groupConversations([sampleSummary({ updatedAt: now - 2 * HOUR })], now);
  expect(group?.name).toBe("yesterday");
});

test.each([
  [{ activity: "running" as const, stepsSoFar: 31 }, "Running: 31 browser steps"],
  [{ activity: "running" as const, stepsSoFar: 1 }, "Running: 1 browser step"],
  [{ activity: "running" as const }, "Running"],
  [
    {
      activity: "waiting" as const,
      waitingFor: { tool: "browser_click", arguments: { element: "Pay" } },
    },
    "Waiting for you: click “Pay”",
  ],
  [{ activity: "failed" as const }, "Failed: the answer was not finished"],
  [{ activity: "interrupted" as const }, "Interrupted: Pilothouse ended meanwhile"],
  [{ preview: "Three carriers answered" }, "Three carriers answered"],
  [{ preview: "" }, "Nothing in it yet"],
])("the second line of %j is “%s”", (change, line) => {
  expect(conversationLine(i18n.t, sampleSummary(change))).toBe(line);
});

test("going past the first or the last conversation stays there", () => {
  const two = [sampleSummary({ id: "a" }), sampleSummary({ id: "b", updatedAt: 0 })];
  expect(neighbour(two, "a", 1)?.id).toBe("b");
  expect(neighbour(two, "b", 1)?.id).toBe("b");
  expect(neighbour(two, "a", -1)?.id).toBe("a");
});

test("the next that waits is looked for all the way round", () => {
  const three = ["a", "b", "c"].map((id, index) =>
    sampleSummary({ id, updatedAt: -index, activity: id === "b" ? "quiet" : "waiting" }),
  );
  expect(nextWaiting(three, "a")?.id).toBe("c");
  expect(nextWaiting(three, "c")?.id).toBe("a");
});

test("the window's title counts only what needs the person", async () => {
  const { fire } = await renderWindow(
    bridgeWith(
      sampleSummary({ id: "a", activity: "waiting" }),
      sampleSummary({ id: "b", activity: "running" }),
      sampleSummary({ id: "c", activity: "failed" }),
    ),
  );
  expect(document.title).toBe("(1) Pilothouse");
  await fire({ type: "conversation-changed", summary: sampleSummary({ id: "a" }) });
  expect(document.title).toBe("Pilothouse");
});

test("the foot tells what runs and what waits, and shows only those on demand", async () => {
  const { user } = await renderWindow(
    bridgeWith(
      sampleSummary({ id: "a", title: "Waits", activity: "waiting" }),
      sampleSummary({ id: "b", title: "Runs", activity: "running" }),
      sampleSummary({ id: "c", title: "Rests" }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "1 running, 1 needs you" }));
  expect(within(list()).queryByText("Rests")).toBeNull();
  expect(within(list()).getByText("Runs")).toBeTruthy();
});

test("a new conversation is opened, by button and by key", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleSummary()));
  await user.click(screen.getByRole("button", { name: "New conversation" }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("New conversation");
  await user.keyboard("{Control>}n{/Control}");
  expect(bridge.inputsOf("createConversation")).toHaveLength(2);
});

test("deleting asks first and says what goes", async () => {
  const { bridge, user } = await renderWindow(bridgeWith(sampleSummary()));
  await user.click(screen.getByRole("button", { name: "More for Customs, week 49" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  const dialog = screen.getByRole("dialog", { name: "Delete “Customs, week 49”?" });
  for (const what of [/messages/, /pictures/, /workspace/, /browser profile/]) {
    expect(within(dialog).getByText(what)).toBeTruthy();
  }
  expect(bridge.inputsOf("deleteConversation")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(bridge.inputsOf("deleteConversation")).toEqual([{ conversationId: "c1" }]);
  expect(await screen.findByText("Welcome to Pilothouse")).toBeTruthy();
});

test("a conversation is renamed", async () => {
  const { user } = await renderWindow(bridgeWith(sampleSummary()));
  await user.click(screen.getByRole("button", { name: "More for Customs, week 49" }));
  await user.click(screen.getByRole("menuitem", { name: "Rename" }));
  await user.clear(screen.getByLabelText("Title"));
  await user.type(screen.getByLabelText("Title"), "Customs, week 50{Enter}");
  expect(await within(list()).findByText("Customs, week 50")).toBeTruthy();
});

test("Ctrl and the arrows go through the list", async () => {
  const { user } = await renderWindow(
    bridgeWith(
      sampleSummary({ id: "a", title: "First", updatedAt: 3 }),
      sampleSummary({ id: "b", title: "Second", updatedAt: 2 }),
    ),
  );
  await user.keyboard("{Control>}{ArrowDown}{/Control}");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Second");
  await user.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("First");
});

test("after a reload the same conversation is shown", async () => {
  window.history.replaceState(null, "", "#b");
  await renderWindow(
    bridgeWith(
      sampleSummary({ id: "a", title: "First", updatedAt: 3 }),
      sampleSummary({ id: "b", title: "Second", updatedAt: 2 }),
    ),
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Second");
});

test("what is in sight is not marked unread", async () => {
  const { fire } = await renderWindow(bridgeWith(sampleSummary({ id: "a" })));
  await fire({ type: "conversation-changed", summary: sampleSummary({ id: "a", unread: true }) });
  expect(within(list()).queryByText("Unread")).toBeNull();
});

test("F6 goes through the regions", async () => {
  const { user } = await renderWindow(bridgeWith(sampleSummary()));
  screen.getByRole("textbox", { name: "Message" }).focus();
  await user.keyboard("{F6}");
  expect(screen.getByRole("complementary").contains(document.activeElement)).toBe(true);
  await user.keyboard("{F6}");
  expect(list().contains(document.activeElement)).toBe(true);
  await user.keyboard("{F6}");
  expect(document.activeElement).toBe(screen.getByRole("log"));
});
