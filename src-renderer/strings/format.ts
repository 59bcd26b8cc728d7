import type { Words } from "./i18n.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** Below this seconds alone are read faster than minutes and seconds. */
const LONGEST_IN_SECONDS = 100 * SECOND;

/** Below this a tenth of a second still says something. */
const SHORT_DURATION = 10 * SECOND;

const clock = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const clockWithSeconds = new Intl.DateTimeFormat("en", { timeStyle: "medium", hourCycle: "h23" });
const weekday = new Intl.DateTimeFormat("en", { weekday: "short" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const fullDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

export type DayGroup = "today" | "yesterday" | "lastWeek" | "earlier";

/** `14:32` of a time in milliseconds since 1970. */
export function timeOfDay(at: number): string {
  return clock.format(at);
}

export function timeWithSeconds(at: number): string {
  return clockWithSeconds.format(at);
}

/** `30 November 2026, 14:31:52`. */
export function fullTime(at: number): string {
  return `${fullDay.format(at)}, ${timeWithSeconds(at)}`;
}

export function dayGroup(at: number, now: number): DayGroup {
  const days = daysBetween(at, now);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days < 7 ? "lastWeek" : "earlier";
}

/** The shortest words that tell when: a time today, a day this week, a date before. */
export function shortWhen(at: number, now: number): string {
  switch (dayGroup(at, now)) {
    case "today":
      return timeOfDay(at);
    case "yesterday":
    case "lastWeek":
      return weekday.format(at);
    case "earlier":
      return dayAndMonth.format(at);
  }
}

/** `0.4 s`, `48 s`, `4 min 12 s`, `2 h 5 min` of a length in milliseconds. */
export function duration(t: Words, length: number): string {
  if (length < SHORT_DURATION) return t("unit.seconds", { n: (length / SECOND).toFixed(1) });
  return wholeDuration(t, length);
}

/** As {@link duration}, in whole seconds: for what is still counting. */
export function wholeDuration(t: Words, length: number): string {
  const seconds = Math.max(0, Math.floor(length / SECOND));
  if (length < LONGEST_IN_SECONDS) return t("unit.seconds", { n: seconds });
  if (length < HOUR) {
    return t("unit.minutes", { n: Math.floor(length / MINUTE), rest: seconds % 60 });
  }
  return t("unit.hours", {
    n: Math.floor(length / HOUR),
    rest: Math.floor((length % HOUR) / MINUTE),
  });
}

/** `0:18` of a length in milliseconds: for a wait without an end in sight. */
export function stopwatch(length: number): string {
  const seconds = Math.max(0, Math.floor(length / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `820 B`, `184 KB`, `2.4 MB`, `1.2 GB`. */
export function fileSize(t: Words, bytes: number): string {
  if (bytes < KILOBYTE) return t("unit.bytes", { n: bytes });
  if (bytes < MEGABYTE) return t("unit.kilobytes", { n: Math.round(bytes / KILOBYTE) });
  if (bytes < GIGABYTE) return t("unit.megabytes", { n: (bytes / MEGABYTE).toFixed(1) });
  return t("unit.gigabytes", { n: (bytes / GIGABYTE).toFixed(1) });
}

/** Whole calendar days between two times, as a person counts them. */
function daysBetween(from: number, to: number): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

const number = new Intl.NumberFormat("en");

/** `62,000`. */
export function wholeNumber(count: number): string {
  return number.format(count);
}

/** `62k`, for where there is room for no more. */
export function roundTokens(count: number): string {
  return count < 1_000 ? String(count) : `${number.format(Math.round(count / 1_000))}k`;
}

/** `$0.42`; less than a cent is said to be that. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return "under $0.01";
  return `$${amount.toFixed(2)}`;
}
