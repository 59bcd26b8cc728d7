import { writeFileSync } from "node:fs";
import { churn } from "./churn.ts";
import { compileCache } from "./compile-cache.ts";
import { isMet, type Figure } from "./figure.ts";
import { firstBrowserCall } from "./first-browser-call.ts";
import { records } from "./records.ts";
import { quit } from "./quit.ts";
import { Workshop } from "./workshop.ts";

/** Measures every figure, prints a table, and writes them to the file if one is given. True when all marks are met. */
export async function run(file: string | null, print: (line: string) => void): Promise<boolean> {
  const figures: Figure[] = [];
  const add = (...measured: readonly Figure[]) => {
    figures.push(...measured);
    for (const figure of measured) print(row(figure));
  };
  const workshop = await Workshop.open();
  try {
    add(await firstBrowserCall(workshop));
    add(await compileCache(workshop));
    add(...(await churn(workshop)));
  } finally {
    await workshop.close();
  }
  add(...(await quit()));
  add(...(await records()));
  if (file) writeFileSync(file, `${JSON.stringify({ figures }, null, 2)}\n`);
  return figures.every(isMet);
}

function row(figure: Figure): string {
  const { name, unit, value, floor, ratio, mark } = figure;
  const measured = `${value.toFixed(0)} ${unit}`.padStart(14);
  const against =
    floor === null || ratio === null ? "" : `floor ${floor.toFixed(0)}, ratio ${ratio.toFixed(2)}`;
  const verdict = isMet(figure) ? "ok" : "OVER";
  return `${verdict.padEnd(5)}${name.padEnd(52)}${measured}  ${against.padEnd(26)} at most ${mark}`;
}
