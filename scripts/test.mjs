import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";

import { checkout, isRunDirectly } from "./lib/checkout.mjs";
import { sandboxForThisUser } from "./lib/chromium-sandbox.mjs";
import { readJson } from "./lib/files.mjs";
import { runInForeground } from "./lib/foreground.mjs";
import { commandOf } from "./lib/packages.mjs";
import { explain, PlainError, runScript, say, secondsSince } from "./lib/say.mjs";
import { withDisplay } from "./lib/virtual-display.mjs";
import { setUp } from "./set-up.mjs";
import { buildApp } from "./set-up/build.mjs";
import { closingLine, countPart, isEmpty, ONE_FAILURE, sumOf } from "./test/counts.mjs";
import { parts, reportOf } from "./test/parts.mjs";

/** Runs these parts, each to its end whatever fails, and returns what they count for together. */
export async function test(chosen) {
  await setUp();
  if (chosen.some(isRunner) && !(await canBuild())) {
    const rest = chosen.filter((part) => !part.drivesApp);
    return sumOf([ONE_FAILURE, ...(await runEach(rest, {}))]);
  }
  if (!chosen.some((part) => part.drivesApp)) return sumOf(await runEach(chosen, {}));
  const sandbox = sandboxForThisUser();
  return withDisplay(async (display) =>
    sumOf(await runEach(chosen, { ...sandbox.env, ...display.env })),
  );
}

/** A check reads only the sources. */
function isRunner(part) {
  return part.countReport !== undefined;
}

/** A build that fails is a failure like any other; only what would test an older build is left out. */
async function canBuild() {
  try {
    await buildApp();
    return true;
  } catch (error) {
    say(`${error.message}\nThe app cannot be built, so nothing that drives it is run.`);
    return false;
  }
}

async function runEach(chosen, env) {
  const counts = [];
  for (const part of chosen) {
    const { count, wasInterrupted } = await runPart(part, env);
    counts.push(count);
    if (wasInterrupted) break;
  }
  return counts;
}

async function runPart(part, env) {
  say(`\n── ${part.title}`);
  const startedAt = performance.now();
  const report = reportOf(part.name);
  await rm(report, { force: true });
  const [packageName, command, ...args] = part.command;
  const { code, wasInterrupted } = await runInForeground(
    process.execPath,
    [commandOf(packageName, command), ...args],
    { cwd: checkout, env: { ...process.env, ...env, ...part.env } },
  );
  const count = countPart(part, code, await readJson(report));
  const outcome = isEmpty(count) ? "no tests yet" : closingLine(count);
  say(`── ${part.title}: ${outcome} (${secondsSince(startedAt)})`);
  return { count, wasInterrupted };
}

/** `--only lint,unit` picks parts; without it all are run. */
function chooseParts(args) {
  const { only } = parseArgs({ args, options: { only: { type: "string" } } }).values;
  if (only === undefined) return parts;
  const names = only.split(",");
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown === undefined) return parts.filter((part) => names.includes(part.name));
  const known = parts.map((part) => part.name).join(", ");
  throw new PlainError(`There is no part "${unknown}". There are ${known}.`);
}

async function countWhateverHappens(chosen) {
  try {
    return await test(chosen);
  } catch (error) {
    say(explain(error));
    return ONE_FAILURE;
  }
}

if (isRunDirectly(import.meta.url)) {
  await runScript(async () => {
    const total = await countWhateverHappens(chooseParts(process.argv.slice(2)));
    say(`\n${closingLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  });
}
