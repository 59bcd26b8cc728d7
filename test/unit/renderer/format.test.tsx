import { expect, test } from "vitest";
import {
  duration,
  fileSize,
  shortWhen,
  stopwatch,
  wholeDuration,
} from "../../../src-renderer/strings/format.ts";
import { i18n } from "../../../src-renderer/strings/i18n.ts";
import { sampleTime } from "../../fixtures/renderer-samples.ts";

const DAY = 86_400_000;

test.each([
  [400, "0.4 s"],
  [12_300, "12 s"],
  [60_000, "60 s"],
  [252_000, "4 min 12 s"],
  [7_500_000, "2 h 5 min"],
])("%i ms took “%s”", (length, words) => {
  expect(duration(i18n.t, length)).toBe(words);
});

test("what still counts is told in whole seconds", () => {
  expect(wholeDuration(i18n.t, 3_900)).toBe("3 s");
  expect(wholeDuration(i18n.t, -5)).toBe("0 s");
});

test("a wait without an end is a stopwatch", () => {
  expect(stopwatch(18_400)).toBe("0:18");
  expect(stopwatch(3_661_000)).toBe("61:01");
});

test.each([
  [820, "820 B"],
  [184_000, "184 KB"],
  [2_400_000, "2.4 MB"],
])("%i bytes are “%s”", (bytes, words) => {
  expect(fileSize(i18n.t, bytes)).toBe(words);
});

test("when something was is told as shortly as it can be", () => {
  expect(shortWhen(sampleTime, sampleTime)).toBe("14:32");
  expect(shortWhen(sampleTime - 3 * DAY, sampleTime)).toBe("Fri");
  expect(shortWhen(sampleTime - 7 * DAY, sampleTime)).toBe("23 Nov");
});
