import { expect, test } from "vitest";
import { applyAppEvent } from "../../../src-renderer/state/apply-app-event.ts";
import { sampleAppState, sampleCall, sampleSummary } from "../../fixtures/renderer-samples.ts";

const app = sampleAppState({
  conversations: [sampleSummary({ id: "c1" }), sampleSummary({ id: "c2" })],
});

test("a new conversation joins the list", () => {
  const summary = sampleSummary({ id: "c3" });
  const changed = applyAppEvent(app, { type: "conversation-changed", summary });
  expect(changed.conversations.map(({ id }) => id)).toEqual(["c3", "c1", "c2"]);
});

test("a changed conversation keeps its place", () => {
  const summary = sampleSummary({ id: "c2", title: "Renamed" });
  const changed = applyAppEvent(app, { type: "conversation-changed", summary });
  expect(changed.conversations.map(({ title }) => title)).toEqual(["Customs, week 49", "Renamed"]);
});

test("a deleted conversation leaves the list", () => {
  const changed = applyAppEvent(app, { type: "conversation-deleted", conversationId: "c1" });
  expect(changed.conversations.map(({ id }) => id)).toEqual(["c2"]);
});

test("settings and runtime are taken as they come", () => {
  const settings = { ...app.settings, theme: "dark" as const };
  const runtime = {
    state: "not-installed" as const,
    version: "1",
    reason: "No browser.",
    setUp: null,
  };
  expect(applyAppEvent(app, { type: "settings-changed", settings }).settings).toBe(settings);
  expect(applyAppEvent(app, { type: "runtime-changed", runtime }).runtime).toBe(runtime);
});

test("what happens inside a conversation leaves the app as it is", () => {
  expect(applyAppEvent(app, { type: "tool-call-changed", toolCall: sampleCall() })).toBe(app);
});
