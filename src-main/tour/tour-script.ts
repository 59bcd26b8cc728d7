import { firstLine, PRACTICE_NOTICE } from "../models/open-page-script.ts";
import {
  inOrder,
  lastWords,
  ScriptEnded,
  type PracticeScript,
  type PracticeStep,
} from "../models/practice-script.ts";
import { bookingNumber, type Booking } from "./booking.ts";
import { snapshotRef } from "./snapshot-ref.ts";

/** How the last message of a tour begins that did not reach its end. */
export const TOUR_FAILED = "The tour stops here.";

/** What the tour books. The day lies far ahead, so that the calendar of the form takes it for long. */
const BOOKING: Booking = {
  boat: "Kittiwake",
  skipper: "Ada Marlow",
  arrival: "2031-06-14",
  nights: "3",
  shorePower: true,
};

/** The person's message with which the tour's conversation begins. */
export function tourPrompt(siteUrl: string): string {
  return `Show me what you can do: book a berth at the harbour office on ${siteUrl}.`;
}

/**
 * What the practice model does on the tour: fills in and sends the form of the site under this
 * address, checks the answer and takes two pictures. Any later message gets a farewell.
 */
export function tourScript(siteUrl: string): PracticeScript {
  const tour = inOrder(stepsOn(siteUrl), {
    toolMissing: (tool) =>
      `${TOUR_FAILED} The tool ${tool} is not there: set up the browser in the settings, then take the tour again.`,
    callFailed: (result) =>
      `${TOUR_FAILED} The last step did not work; it said: ${firstLine(result)}`,
  });
  return (request) => {
    const questions = request.transcript.filter((entry) => entry.role === "user");
    return questions.length > 1 ? lastWords(FAREWELL) : tour(request);
  };
}

const FAREWELL =
  "The tour is over, and I know no other script. Start a new conversation with a model of your own, or take the tour again from the first page.";

function stepsOn(siteUrl: string): readonly PracticeStep[] {
  return [
    () => ({
      text: `${PRACTICE_NOTICE} Everything else is real: the browser, the questions before I act, the pictures. I begin with the site of a small harbour office, which Pilothouse serves on this machine for the time of the tour.`,
      calls: [{ tool: "browser_navigate", arguments: { url: siteUrl } }],
    }),
    () => ({
      text: "The page is open. I read it the way a model does, as a list of its elements.",
      calls: [{ tool: "browser_snapshot", arguments: {} }],
    }),
    ({ results }) => ({
      text: "It has a form to book a berth. First the name of the boat.",
      calls: [typeBoat(results)],
    }),
    ({ results }) => ({ text: "Now all other fields at once.", calls: [fillRest(results)] }),
    ({ results }) => ({ text: "Everything is filled in, so I send it.", calls: [send(results)] }),
    () => ({
      text: "The site has answered. I read its answer before I believe it.",
      calls: [{ tool: "browser_snapshot", arguments: {} }],
    }),
    ({ results }) => ({
      text: `The berth is booked under ${confirmedNumber(results)}, the number that belongs to exactly this input. Here is what the window shows.`,
      calls: [screenshot({})],
    }),
    () => ({
      text: "And the whole page, from top to bottom.",
      calls: [screenshot({ fullPage: true })],
    }),
    () => ({ text: closingWords() }),
  ];
}

type Call = NonNullable<ReturnType<PracticeStep>["calls"]>[number];

function typeBoat(results: readonly string[]): Call {
  const target = refOf(results, "textbox", "Name of the boat");
  return {
    tool: "browser_type",
    arguments: { element: "Name of the boat", target, text: BOOKING.boat },
  };
}

function fillRest(results: readonly string[]): Call {
  const field = (role: string, name: string, value: string) => ({
    name,
    type: role,
    target: refOf(results, role, name),
    value,
  });
  const fields = [
    field("textbox", "Skipper", BOOKING.skipper),
    field("textbox", "Day of arrival", BOOKING.arrival),
    field("combobox", "Nights", `${BOOKING.nights} nights`),
    field("checkbox", "Shore power", String(BOOKING.shorePower)),
  ];
  return { tool: "browser_fill_form", arguments: { fields } };
}

function send(results: readonly string[]): Call {
  const target = refOf(results, "button", "Book the berth");
  return { tool: "browser_click", arguments: { element: "Book the berth", target } };
}

/** `scale` has a default, yet the tool's schema calls it required. */
function screenshot(options: { readonly fullPage?: true }): Call {
  return { tool: "browser_take_screenshot", arguments: { type: "png", scale: "css", ...options } };
}

/** The latest snapshot that shows the element counts. */
function refOf(results: readonly string[], role: string, name: string): string {
  for (const result of results.toReversed()) {
    const ref = snapshotRef(result, role, name);
    if (ref !== null) return ref;
  }
  throw new ScriptEnded(
    `${TOUR_FAILED} The page shows no ${role} “${name}”, which it should have.`,
  );
}

function confirmedNumber(results: readonly string[]): string {
  const answer = results.at(-1) ?? "";
  const number = bookingNumber(BOOKING);
  for (const expected of [number, BOOKING.boat]) {
    if (!answer.includes(expected)) {
      throw new ScriptEnded(
        `${TOUR_FAILED} The form was sent, but the answer of the site does not show “${expected}”, so the booking is not confirmed.`,
      );
    }
  }
  return number;
}

function closingWords(): string {
  return [
    `That was the tour. I opened a page, read it, filled in a form, sent it, checked that the booking ${bookingNumber(BOOKING)} is really there, and took two pictures.`,
    "Click a picture to enlarge it, or drag it out as a file. Open a step to see exactly what was sent and what came back.",
    "With a model of your own the same happens on any site, in your words: connect one in the settings under Models.",
  ].join("\n\n");
}
