import type { calls } from "../../strings/en-calls.ts";
import type { Words } from "../../strings/i18n.ts";
import {
  address,
  fieldNames,
  fileNames,
  listOf,
  piece,
  quoted,
  type CallArguments,
} from "./call-words.ts";

/** Which sentence says what a call does, and what stands in its gaps. */
export interface Phrase {
  readonly key: keyof typeof calls;
  readonly gaps: Gaps;
}

interface Gaps {
  readonly what?: string;
  readonly target?: string;
  readonly files?: string;
  readonly values?: string;
}

type PhraseOf = (args: CallArguments, t: Words) => Phrase;

function phrase(key: Phrase["key"], gaps: Gaps = {}): Phrase {
  return { key, gaps };
}

/** A sentence without gaps. */
const plain =
  (key: Phrase["key"]): PhraseOf =>
  () =>
    phrase(key);

/** A sentence about the element that the model named. */
const onElement =
  (key: Phrase["key"]): PhraseOf =>
  (args, t) =>
    phrase(key, { what: elementOf(args, t) });

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function elementOf(args: CallArguments, t: Words): string {
  return quoted(t, args["element"], t("callObject.element"));
}

/** By the browser server's own names of its tools. */
const phrases: Readonly<Record<string, PhraseOf>> = {
  browser_navigate: (args, t) => phrase("open", { what: address(t, args["url"]) }),
  browser_navigate_back: plain("back"),
  browser_navigate_forward: plain("forward"),
  browser_reload: plain("reload"),
  browser_snapshot: plain("read"),
  browser_find: (args, t) =>
    phrase("find", { what: quoted(t, args["text"] ?? args["regex"], t("callObject.text")) }),
  browser_take_screenshot: (args, t) =>
    piece(args["element"]) === undefined
      ? phrase("picture")
      : phrase("pictureOf", { what: elementOf(args, t) }),
  browser_click: (args, t) =>
    phrase(args["doubleClick"] === true ? "doubleClick" : "click", { what: elementOf(args, t) }),
  browser_mouse_click_xy: (args, t) =>
    phrase("click", {
      what: t("callObject.point", { x: number(args["x"]), y: number(args["y"]) }),
    }),
  browser_hover: onElement("hover"),
  browser_drag: (args, t) =>
    phrase("drag", {
      what: quoted(t, args["startElement"], t("callObject.element")),
      target: quoted(t, args["endElement"], t("callObject.elsewhere")),
    }),
  browser_drop: (args, t) =>
    phrase("drop", { files: fileNames(t, args["paths"]), what: elementOf(args, t) }),
  browser_type: (args, t) =>
    phrase("type", { what: quoted(t, args["element"], t("callObject.field")) }),
  browser_press_sequentially: (args, t) =>
    phrase("type", { what: quoted(t, args["element"], t("callObject.field")) }),
  browser_fill_form: (args, t) => phrase("fill", { what: fieldNames(t, args["fields"]) }),
  browser_press_key: (args, t) =>
    phrase("key", { what: piece(args["key"]) ?? t("callObject.aKey") }),
  browser_select_option: chooseOption,
  browser_check: onElement("check"),
  browser_uncheck: onElement("uncheck"),
  browser_file_upload: (args, t) =>
    listOf(args["paths"]).length === 0
      ? phrase("cancelUpload")
      : phrase("upload", { files: fileNames(t, args["paths"]) }),
  browser_evaluate: (args, t) =>
    phrase("script", { what: quoted(t, args["element"], t("callObject.page")) }),
  browser_run_code_unsafe: plain("code"),
  browser_wait_for: waitFor,
  browser_tabs: tabs,
  browser_close: plain("close"),
  browser_resize: (args, t) =>
    phrase("resize", {
      what: t("callObject.size", { width: number(args["width"]), height: number(args["height"]) }),
    }),
  browser_console_messages: plain("console"),
  browser_network_requests: plain("requests"),
  browser_network_request: (args) => phrase("request", { what: String(number(args["index"])) }),
  browser_handle_dialog: (args) => phrase(args["accept"] === false ? "dismiss" : "accept"),
  browser_pdf_save: plain("pdf"),
  ask_person: plain("askPerson"),
  read: (args) => phrase("readFile", { what: piece(args["path"]) ?? "" }),
};

/** The sentence for a call; a tool that is not known is called by its name. */
export function phraseOf(t: Words, tool: string, args: CallArguments): Phrase {
  const known = Object.hasOwn(phrases, tool) ? phrases[tool] : undefined;
  return known ? known(args, t) : phrase("other", { what: piece(tool) ?? "" });
}

function chooseOption(args: CallArguments, t: Words): Phrase {
  const [first] = listOf(args["values"]);
  return phrase("choose", {
    values: quoted(t, first, t("callObject.option")),
    what: quoted(t, args["element"], t("callObject.list")),
  });
}

function waitFor(args: CallArguments, t: Words): Phrase {
  if (piece(args["text"]) !== undefined) {
    return phrase("waitForText", { what: quoted(t, args["text"], "") });
  }
  if (piece(args["textGone"]) !== undefined) {
    return phrase("waitForEnd", { what: quoted(t, args["textGone"], "") });
  }
  return phrase("waitForTime", { what: t("unit.seconds", { n: number(args["time"]) }) });
}

function tabs(args: CallArguments): Phrase {
  switch (args["action"]) {
    case "new":
      return phrase("tabNew");
    case "close":
      return phrase("tabClose");
    case "select":
      // The server counts from 0, people from 1.
      return phrase("tabSelect", { what: String(number(args["index"]) + 1) });
    default:
      return phrase("tabList");
  }
}
