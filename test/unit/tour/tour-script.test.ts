import { describe, expect, test } from "vitest";
import type { OfferedTool, TranscriptEntry } from "../../../src-main/agent/ports.ts";
import { PRACTICE_NOTICE } from "../../../src-main/models/open-page-script.ts";
import type { PracticeAnswer } from "../../../src-main/models/practice-script.ts";
import { bookingNumber } from "../../../src-main/tour/booking.ts";
import { TOUR_FAILED, tourPrompt, tourScript } from "../../../src-main/tour/tour-script.ts";

const URL = "http://127.0.0.1:4711/";

const FORM = `- textbox "Name of the boat" [ref=e5]
- textbox "Skipper" [ref=e6]
- textbox "Day of arrival" [ref=e7]
- combobox "Nights" [ref=e8]:
- checkbox "Shore power" [ref=e9]
- button "Book the berth" [ref=e10]`;

const NUMBER = bookingNumber({
  boat: "Kittiwake",
  skipper: "Ada Marlow",
  arrival: "2031-06-14",
  nights: "3",
  shorePower: true,
});

const CONFIRMED = `- heading "Booking ${NUMBER}"\n- cell "Kittiwake" [ref=e3]`;

const tools: readonly OfferedTool[] = [
  "browser_navigate",
  "browser_snapshot",
  "browser_type",
  "browser_fill_form",
  "browser_click",
  "browser_take_screenshot",
].map((tool) => ({
  name: tool,
  tool,
  server: "playwright",
  description: "",
  inputSchema: { type: "object" },
}));

/** Follows the script; each result answers one call, in this order. */
function play(results: readonly string[], failing = -1): readonly PracticeAnswer[] {
  const script = tourScript(URL);
  const transcript: TranscriptEntry[] = [{ role: "user", text: tourPrompt(URL) }];
  const answers = [script({ instructions: "", transcript, tools })];
  for (const [index, result] of results.entries()) {
    transcript.push({ role: "assistant", parts: [{ type: "text", text: "…" }] });
    transcript.push({
      role: "tool",
      results: [
        {
          callId: String(index),
          name: "tool",
          isError: index === failing,
          content: [{ type: "text", text: result }],
        },
      ],
    });
    answers.push(script({ instructions: "", transcript, tools }));
  }
  return answers;
}

const GOOD = ["opened", FORM, "typed", "filled", "clicked", CONFIRMED, "picture", "picture"];

describe("the tour", () => {
  test("does everything in order and ends with a summary", () => {
    const answers = play(GOOD);
    expect(answers.map(({ calls }) => calls.map(({ name }) => name).join())).toEqual([
      "browser_navigate",
      "browser_snapshot",
      "browser_type",
      "browser_fill_form",
      "browser_click",
      "browser_snapshot",
      "browser_take_screenshot",
      "browser_take_screenshot",
      "",
    ]);
    expect(answers[0]?.text).toContain(PRACTICE_NOTICE);
    expect(answers.at(-1)?.text).toContain(NUMBER);
    expect(answers.at(-1)?.text).not.toContain(TOUR_FAILED);
  });

  test("fills in the fields by the references of the snapshot", () => {
    const [open, , type, fill, click] = play(GOOD).map(({ calls }) => calls[0]?.arguments);
    expect(open).toEqual({ url: URL });
    expect(type).toMatchObject({ target: "e5", text: "Kittiwake" });
    expect(fill).toEqual({
      fields: [
        { name: "Skipper", type: "textbox", target: "e6", value: "Ada Marlow" },
        { name: "Day of arrival", type: "textbox", target: "e7", value: "2031-06-14" },
        { name: "Nights", type: "combobox", target: "e8", value: "3 nights" },
        { name: "Shore power", type: "checkbox", target: "e9", value: "true" },
      ],
    });
    expect(click).toMatchObject({ target: "e10" });
  });

  test("takes the second picture of the whole page", () => {
    const pictures = play(GOOD).slice(6, 8);
    expect(pictures.map(({ calls }) => calls[0]?.arguments)).toEqual([
      { type: "png", scale: "css" },
      { type: "png", scale: "css", fullPage: true },
    ]);
  });

  test.each([
    ["number", 'cell "Kittiwake"', NUMBER],
    ["boat", `heading "${NUMBER}"`, "Kittiwake"],
  ])("fails in words when the answer of the site lacks the %s", (_what, page, missing) => {
    const last = play([...GOOD.slice(0, 5), page]).at(-1);
    expect(last?.calls).toEqual([]);
    expect(last?.text.startsWith(TOUR_FAILED)).toBe(true);
    expect(last?.text).toContain(`“${missing}”`);
  });

  test("fails in words when the page lacks a field", () => {
    const last = play(["opened", "- heading"]).at(-1);
    expect(last?.text).toBe(
      `${TOUR_FAILED} The page shows no textbox “Name of the boat”, which it should have.`,
    );
  });

  test("fails in words when a step did not work or was not allowed", () => {
    const last = play(["### Error\nNot allowed by you."], 0).at(-1);
    expect(last?.calls).toEqual([]);
    expect(last?.text).toContain(`${TOUR_FAILED} The last step did not work`);
    expect(last?.text).toContain("Not allowed by you.");
  });

  test("fails in words when the browser is not set up", () => {
    const transcript: TranscriptEntry[] = [{ role: "user", text: tourPrompt(URL) }];
    const { text, calls } = tourScript(URL)({ instructions: "", transcript, tools: [] });
    expect(calls).toEqual([]);
    expect(text).toContain(`${TOUR_FAILED} The tool browser_navigate is not there`);
  });

  test("is over for any later message", () => {
    const transcript: TranscriptEntry[] = [
      { role: "user", text: tourPrompt(URL) },
      { role: "assistant", parts: [{ type: "text", text: "Done." }] },
      { role: "user", text: "And now?" },
    ];
    const { text, calls } = tourScript(URL)({ instructions: "", transcript, tools });
    expect(calls).toEqual([]);
    expect(text).toContain("The tour is over");
  });
});
