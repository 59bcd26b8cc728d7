import { expect, test } from "vitest";
import type { ToolCallState } from "../../../src-preload/model/tool-call.ts";
import {
  describeCall,
  describeInside,
  sentenceOf,
  type CallForm,
} from "../../../src-renderer/features/tool-call/describe-call.ts";
import { i18n } from "../../../src-renderer/strings/i18n.ts";
import { sampleCall } from "../../fixtures/renderer-samples.ts";

type Arguments = Readonly<Record<string, unknown>>;

function say(tool: string, args: Arguments, form: CallForm = "todo"): string {
  return describeCall(i18n.t, { tool, arguments: args }, form);
}

test.each<[string, Arguments, string]>([
  ["browser_navigate", { url: "https://portal.example/a?b=1" }, "Open portal.example/a?b=1"],
  ["browser_navigate", { url: "https://portal.example/" }, "Open portal.example"],
  ["browser_navigate", {}, "Open a page"],
  ["browser_navigate_back", {}, "Go back"],
  ["browser_snapshot", {}, "Read the page"],
  ["browser_find", { text: "total" }, "Find “total” on the page"],
  ["browser_take_screenshot", {}, "Take a picture"],
  ["browser_take_screenshot", { element: "Chart" }, "Take a picture of “Chart”"],
  ["browser_click", { element: "Next" }, "Click “Next”"],
  ["browser_click", { target: "e31" }, "Click something on the page"],
  ["browser_click", { element: "Row 3", doubleClick: true }, "Double-click “Row 3”"],
  ["browser_mouse_click_xy", { x: 12, y: 40 }, "Click the point 12, 40"],
  ["browser_hover", { element: "Menu" }, "Point at “Menu”"],
  ["browser_drag", { startElement: "Card", endElement: "Done" }, "Drag “Card” to “Done”"],
  ["browser_type", { element: "User number", text: "1" }, "Type into “User number”"],
  ["browser_type", { text: "1" }, "Type into a field"],
  ["browser_fill_form", { fields: [{ name: "User" }] }, "Fill in “User”"],
  ["browser_fill_form", { fields: [{ name: "A" }, {}, {}] }, "Fill in “A” and 2 more"],
  ["browser_fill_form", { fields: [{}, {}] }, "Fill in 2 fields"],
  ["browser_press_key", { key: "Enter" }, "Press Enter"],
  ["browser_select_option", { element: "Country", values: ["SE"] }, "Choose “SE” in “Country”"],
  ["browser_file_upload", { paths: ["/w/a.csv"] }, "Upload a.csv"],
  ["browser_file_upload", { paths: ["C:\\w\\a.csv", "b", "c"] }, "Upload a.csv and 2 more"],
  ["browser_file_upload", {}, "Cancel the upload"],
  ["browser_evaluate", { function: "() => 1" }, "Run script on the page"],
  ["browser_run_code_unsafe", { code: "1" }, "Run code in the browser"],
  ["browser_wait_for", { text: "Ready" }, "Wait for “Ready”"],
  ["browser_wait_for", { textGone: "Loading" }, "Wait until “Loading” is gone"],
  ["browser_wait_for", { time: 3 }, "Wait 3 s"],
  ["browser_tabs", { action: "list" }, "List the tabs"],
  ["browser_tabs", { action: "new" }, "Open a new tab"],
  ["browser_tabs", { action: "select", index: 1 }, "Go to tab 2"],
  ["browser_close", {}, "Close the page"],
  ["browser_resize", { width: 800, height: 600 }, "Make the page 800 × 600"],
  ["browser_console_messages", {}, "Read the console"],
  ["browser_network_requests", {}, "List the requests"],
  ["browser_handle_dialog", { accept: false }, "Dismiss the dialog"],
  ["browser_pdf_save", {}, "Save the page as PDF"],
  ["look_up_invoice", {}, "Use look_up_invoice"],
  ["constructor", {}, "Use constructor"],
])("%s with %j is said as “%s”", (tool, args, sentence) => {
  expect(say(tool, args)).toBe(sentence);
});

test("the sentence changes with the form", () => {
  const click = (form: CallForm) => say("browser_click", { element: "Next" }, form);
  expect(click("doing")).toBe("Clicking “Next”");
  expect(click("done")).toBe("Clicked “Next”");
  expect(click("failed")).toBe("Could not click “Next”");
  expect(click("silent")).toBe("No answer while clicking “Next”");
});

test.each<[ToolCallState, string]>([
  ["queued", "Click “Next”"],
  ["awaiting-approval", "Click “Next”"],
  ["running", "Clicking “Next”"],
  ["done", "Clicked “Next”"],
  ["failed", "Could not click “Next”"],
  ["timed-out", "No answer while clicking “Next”"],
  ["denied", "Click “Next”"],
  ["stopped", "Click “Next”"],
  ["skipped", "Click “Next”"],
  ["outcome-unknown", "Clicked “Next”"],
])("in the state %s it reads “%s”", (state, sentence) => {
  expect(sentenceOf(i18n.t, sampleCall({ state }))).toBe(sentence);
});

test("while the arguments are written, those that are complete are used", () => {
  const call = sampleCall({
    tool: "browser_type",
    state: "writing",
    arguments: {},
    argumentsText: '{"element":"User \\"number\\"","text":"FF-44',
  });
  expect(sentenceOf(i18n.t, call)).toBe('Type into “User "number"”');
});

test("hidden characters of an argument are written out", () => {
  expect(say("browser_click", { element: "Pay\u202Eevas" })).toBe("Click “Pay\\u{202E}evas”");
});

test("a long argument is cut in the sentence", () => {
  expect(say("browser_click", { element: "x".repeat(5_000) }).length).toBeLessThan(200);
});

test("gaps of the sentence are not looked for in the arguments", () => {
  expect(say("browser_click", { element: "{{what}} $t(app.name)" })).toBe(
    "Click “{{what}} $t(app.name)”",
  );
});

test("after a colon the sentence begins small", () => {
  expect(describeInside(i18n.t, { tool: "browser_snapshot", arguments: {} })).toBe("read the page");
});
