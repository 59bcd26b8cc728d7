import { expect, test } from "vitest";
import { argumentText } from "../../../src-renderer/components/argument-text.ts";
import { visibleText } from "../../../src-renderer/components/visible-text.ts";

test.each([
  ["a right-to-left override", "a\u202Eb", "a\\u{202E}b"],
  ["a zero-width space", "a\u200Bb", "a\\u{200B}b"],
  ["a zero-width joiner", "a\u200Db", "a\\u{200D}b"],
  ["an isolate", "a\u2066b", "a\\u{2066}b"],
  ["a soft hyphen", "a\u00ADb", "a\\u{AD}b"],
  ["a byte order mark", "\uFEFFa", "\\u{FEFF}a"],
  ["a no-break space", "a\u00A0b", "a\\u{A0}b"],
  ["a tag", "a\u{E0041}b", "a\\u{E0041}b"],
  ["a variation selector", "a\uFE0Fb", "a\\u{FE0F}b"],
  ["a line separator", "a\u2028b", "a\\u{2028}b"],
  ["an unpaired surrogate", "a\uD800b", "a\\u{D800}b"],
  ["a bell", "a\u0007b", "a\\u{7}b"],
  ["a Hangul filler", "a\u3164b", "a\\u{3164}b"],
])("%s is written out", (_name, hidden, visible) => {
  expect(visibleText(hidden)).toBe(visible);
});

test("what can be seen stays as it is, in every script", () => {
  const text = "Größe 東京 مرحبا 🚢 “quoted” – 100 %";
  expect(visibleText(text)).toBe(text);
});

test("line ends are kept only where lines help", () => {
  expect(visibleText("a\nb")).toBe("a\\u{A}b");
  expect(visibleText("a\nb\tc", { lines: true })).toBe("a\nb\tc");
});

test("a text argument stands in quotes", () => {
  expect(argumentText('say "hi"')).toBe('"say \\"hi\\""');
});

test("a text of several lines keeps its lines", () => {
  expect(argumentText("const a = 1;\nreturn a;\u200B")).toBe('"const a = 1;\nreturn a;\\u{200B}"');
});

test("a short value stands on one line, a long one on several", () => {
  expect(argumentText(["a", 1, null])).toBe('["a",1,null]');
  expect(argumentText({ text: "x".repeat(80) }).split("\n")).toHaveLength(3);
});

test("hidden characters inside a value are written out", () => {
  expect(argumentText({ name: "a\u202Eb" })).toBe('{"name":"a\\u{202E}b"}');
});
