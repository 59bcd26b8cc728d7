import { writeFileSync } from "node:fs";
import { catalogue } from "./catalogue.ts";
import { churn } from "./churn.ts";
import { compileCache } from "./compile-cache.ts";
import { isMet, type Figure } from "./figure.ts";
import { firstBrowserCall } from "./first-browser-call.ts";
import { records } from "./records.ts";
import { quit } from "./quit.ts";
import { streaming } from "./streaming.ts";
import { wireEcho, wireLargeLines, wireResults } from "./wire.ts";
import { Workshop } from "./workshop.ts";

const parts: Readonly<Record<string, (workshop: Workshop) => Promise<readonly Figure[]>>> = {
  "wire-echo": wireEcho,
  "wire-results": wireResults,
  "wire-large-lines": wireLargeLines,
  catalogue,
  "first-browser-call": async (workshop) => [await firstBrowserCall(workshop)],
  "compile-cache": async (workshop) => [await compileCache(workshop)],
  churn,
  streaming: async (workshop) => [await streaming(workshop)],
  quit: () => quit(),
  records: () => records(),
};

export interface RunOptions {
  /** Where the figures are written; null for nowhere. */
  readonly file: string | null;
  /** The parts whose names begin with one of these are measured; null for all. */
  readonly only: readonly string[] | null;
  readonly print: (line: string) => void;
}

/** Measures the figures and prints a table of them. True when all marks are met. */
export async function run({ file, only, print }: RunOptions): Promise<boolean> {
  const figures: Figure[] = [];
  const workshop = await Workshop.open();
  try {
    for (const part of partsOf(only)) {
      const measured = await part(workshop);
      figures.push(...measured);
      for (const figure of measured) print(row(figure));
    }
  } finally {
    await workshop.close();
  }
  if (file) writeFileSync(file, `${JSON.stringify({ figures }, null, 2)}\n`);
  return figures.every(isMet);
}

/** A part that does not exist would be measured by nobody, and all would be well. */
function partsOf(only: readonly string[] | null) {
  const names = Object.keys(parts);
  const unknown = only?.find((start) => !names.some((name) => name.startsWith(start)));
  if (unknown !== undefined) {
    throw new Error(`No part begins with "${unknown}". There are: ${names.join(", ")}.`);
  }
  const isChosen = (name: string) => only?.some((start) => name.startsWith(start)) ?? true;
  return Object.entries(parts).flatMap(([name, part]) => (isChosen(name) ? [part] : []));
}

function row(figure: Figure): string {
  const { name, unit, value, floor, ratio, mark } = figure;
  const measured = `${value.toFixed(0)} ${unit}`.padStart(14);
  const against =
    floor === null || ratio === null ? "" : `floor ${floor.toFixed(0)}, ratio ${ratio.toFixed(2)}`;
  const verdict = isMet(figure) ? "ok" : "OVER";
  return `${verdict.padEnd(5)}${name.padEnd(52)}${measured}  ${against.padEnd(26)} at most ${mark}`;
}
