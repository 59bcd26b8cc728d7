import type {
  CatalogueState,
  HeldBackTool,
  ToolDifference,
} from "../../../src-preload/model/catalogue.ts";
import { visibleText } from "../../../src-preload/model/visible-text.ts";
import { assertNever } from "../../base/assert-never.ts";
import type { ReportedTool, ServerReport } from "./server-report.ts";

/** Most of a description that stands beside a tool's name, in characters. */
const MAX_LINE_CHARS = 100;

/** `/mcp`: a line for each server, and one more where the person is needed. */
export function listText(reports: readonly ServerReport[]): string {
  if (reports.length === 0) return "No server is configured.";
  return reports.flatMap((report) => [lineOf(report), ...callsForPerson(report)]).join("\n");
}

/** `/mcp <name>`: all that is known of one server. */
export function serverText(report: ServerReport): string {
  const { command, cwd, envNames, serverInfo, problems, status } = report;
  const facts: readonly (readonly [string, string] | null)[] = [
    ["command", command.map(quoted).join(" ")],
    ["folder", visibleText(cwd)],
    ["env", envNames.length === 0 ? "none" : envNames.map((name) => visibleText(name)).join(", ")],
    serverInfo && ["server", `${serverInfo.name} ${serverInfo.version}`.trim()],
    ["tools from", (report.tools ? knownFrom : notKnown)[report.catalogue]],
    status.calls > 0 ? ["calls", `${status.calls}, ${status.failedCalls} failed`] : null,
  ];
  return [
    lineOf(report),
    ...facts.flatMap((fact) => (fact ? [`  ${fact[0]}: ${fact[1]}`] : [])),
    ...section("tools", (report.tools ?? []).map(toolLine)),
    ...section("held back until you approve the change", report.heldBack.flatMap(heldBackLines)),
    ...section("left out or renamed", problems),
    ...section("last error", linesOf(status.failure?.message ?? "")),
    ...section("last lines of stderr", status.stderrTail.map(visibleLine)),
  ].join("\n");
}

/** A change as a person reads it: each field with what it was and what it is. */
export function heldBackLines({ tool, differences }: HeldBackTool): readonly string[] {
  return [visibleText(tool), ...differences.flatMap(differenceLines)];
}

function differenceLines({ field, before, after }: ToolDifference): readonly string[] {
  const side = (sign: string, text: string | null) =>
    text === null ? [] : linesOf(text).map((line) => `    ${sign} ${line}`);
  return [`  ${field}`, ...side("-", before), ...side("+", after)];
}

function lineOf(report: ServerReport): string {
  return `${visibleText(report.name)}: ${stateWords(report)}${toolCount(report)}`;
}

function callsForPerson({ name, heldBack }: ServerReport): readonly string[] {
  if (heldBack.length === 0) return [];
  const what = heldBack.length === 1 ? "1 tool has" : `${heldBack.length} tools have`;
  return [`  ${what} changed and is held back: /mcp ${visibleText(name)} shows how.`];
}

const notKnown = {
  unknown: "nowhere yet: they are asked for when they are first wanted",
  cached: "nowhere yet: they are asked for when they are first wanted",
  refreshing: "nowhere yet: they are asked for just now",
  live: "nowhere yet: they are asked for just now",
  failed: "nowhere: they could not be asked for",
} as const satisfies Record<CatalogueState, string>;

const knownFrom = {
  ...notKnown,
  cached: "an earlier run; they are asked for anew when they are first wanted",
  refreshing: "an earlier run; they are asked for anew just now",
  live: "the server, in this run",
  failed: "an earlier run; they could not be asked for anew",
} as const satisfies Record<CatalogueState, string>;

function toolCount({ tools, heldBack, catalogue }: ServerReport): string {
  if (!tools) return "";
  const count = tools.filter(({ name }) => name !== null).length;
  const held = heldBack.length > 0 ? `, ${heldBack.length} held back` : "";
  const old = catalogue === "live" ? "" : " of an earlier run";
  return `, ${count} ${count === 1 ? "tool" : "tools"}${old}${held}`;
}

function stateWords({ status, isBrowser, name }: ServerReport): string {
  const why = linesOf(status.failure?.message ?? "no reason was given")[0] ?? "";
  switch (status.state) {
    case "not-started":
      return "not started (starts on the first call)";
    case "starting":
      return status.installing ? "installing (its first start fetches it)" : "starting";
    case "stopping":
      return "stopping";
    case "running":
      return status.pid === null ? "running" : `running (process ${status.pid})`;
    case "exited":
      return "exited (restarts on the next call)";
    case "failed":
      return `failed: ${why} Try again: /mcp retry ${visibleText(name)}`;
    case "unavailable":
      return `unavailable: ${why} Try again: /mcp retry ${visibleText(name)}`;
    case "disabled":
      return isBrowser ? "disabled (set PLAYWRIGHT_ENABLED=true)" : "disabled";
    case "not-installed":
      return `not installed: ${why}`;
    default:
      return assertNever(status.state);
  }
}

const marks = {
  new: " (new)",
  "held-back": " (held back: it has changed)",
  off: " (switched off)",
  refused: " (not offered)",
} as const satisfies Record<NonNullable<ReportedTool["mark"]>, string>;

function toolLine({ tool, name, description, mark }: ReportedTool): string {
  const own = name === null || name === tool ? "" : ` = ${visibleText(tool)}`;
  const first = linesOf(description)[0] ?? "";
  const short = first.length > MAX_LINE_CHARS ? `${first.slice(0, MAX_LINE_CHARS)}…` : first;
  return `${name ?? visibleText(tool)}${own}${mark ? marks[mark] : ""}: ${short}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n").map(visibleLine);
}

function visibleLine(line: string): string {
  return visibleText(line.replace(/\r$/, ""));
}

/** As it would be typed: what is more than one word stands in quotes. */
function quoted(word: string): string {
  return /^[^\s"'\\]+$/.test(word) && visibleText(word) === word
    ? word
    : `"${visibleText(word).replaceAll('"', '\\"')}"`;
}
