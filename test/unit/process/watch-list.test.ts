import { describe, expect, it } from "vitest";
import { textOf, WatchList, type WatchLine } from "../../../src-main/process/watch-list.ts";

const child = (mark: string) => ({
  mark: `PILOTHOUSE_PROCESS=${mark}`,
  id: { pid: 4_711, startedAt: "1" },
  group: 4_711,
  command: "00",
  boot: "b",
  name: "a server",
  conversationId: "c1",
});

const lines: readonly WatchLine[] = [
  { add: child("a") },
  { addFolder: "/tmp/ph-abcdef" },
  { add: child("b") },
  { remove: "PILOTHOUSE_PROCESS=a" },
  { removeFolder: "/tmp/ph-abcdef" },
];

function listOf(text: string): WatchList {
  const list = new WatchList();
  for (const line of text.split("\n")) list.applyText(line);
  return list;
}

describe("the list of what is watched", () => {
  it("is the sum of its lines, and tells them again", () => {
    const list = listOf(textOf(lines));
    expect([...list.children.values()]).toEqual([child("b")]);
    expect(list.folders.size).toBe(0);
    expect(listOf(textOf(list.lines())).children).toEqual(list.children);
  });

  it("holds every whole line of a text that was cut off at any byte", () => {
    const text = textOf(lines);
    for (let at = 0; at <= text.length; at += 1) {
      // A line is whole also when only its end is missing.
      const whole = text.slice(0, at + 1).split("\n").length - 1;
      const expected = listOf(textOf(lines.slice(0, whole)));
      expect(listOf(text.slice(0, at)).children).toEqual(expected.children);
    }
  });

  it.each([
    "null",
    "[]",
    "{}",
    '"add"',
    '{"add":null}',
    '{"add":{"mark":"x=1"}}',
    '{"add":{"mark":"x=1","id":{"pid":-1,"startedAt":"1"}}}',
    '{"add":{"mark":"x=1","id":{"pid":0,"startedAt":"1"}}}',
    '{"add":{"mark":"","id":null}}',
    '{"remove":1}',
  ])("passes over what is no line of its own: %s", (text) => {
    const list = listOf(text);
    expect([list.children.size, list.folders.size]).toEqual([0, 0]);
  });
});
