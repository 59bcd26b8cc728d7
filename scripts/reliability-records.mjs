import { parseArgs } from "node:util";

import { checkout, isRunDirectly } from "./lib/checkout.mjs";
import { runInForeground } from "./lib/foreground.mjs";
import { commandOf } from "./lib/packages.mjs";
import { runScript, say, secondsSince } from "./lib/say.mjs";
import { setUp } from "./set-up.mjs";

/** The whole card ends by itself after this, in milliseconds. */
const MOST_MS = 10 * 60 * 1_000;

/** What is run, and in how many rounds: more than `npm test` takes, as many as ten minutes hold. */
const ITEMS = [
  { id: "R8", title: "killed while writing", file: "kill.test.ts", rounds: 100 },
  { id: "R14", title: "disk full, read-only, failing", file: "disk-trouble.test.ts", rounds: 100 },
  { id: "R15", title: "loss of power", file: "power-loss.test.ts", rounds: 100 },
  { id: "R16", title: "migrations", file: "migrations.test.ts", rounds: 1 },
  { id: "R17", title: "damaged files", file: "repair.test.ts", rounds: 300 },
];

/** Runs the reliability card of what is kept on disk; `--rounds N` takes another number of rounds. */
async function reliability(args) {
  const { rounds } = parseArgs({ args, options: { rounds: { type: "string" } } }).values;
  await setUp();
  const startedAt = performance.now();
  const outcomes = [];
  for (const item of ITEMS) {
    if (performance.now() - startedAt > MOST_MS) {
      outcomes.push(`${item.id.padEnd(5)}not run: ten minutes are over`);
      continue;
    }
    outcomes.push(await runItem(item, rounds ?? String(item.rounds)));
  }
  say(`\n${outcomes.join("\n")}`);
  return outcomes.every((line) => line.includes(" ok ")) ? 0 : 1;
}

async function runItem({ id, title, file, rounds: usual }, rounds) {
  say(`\n── ${id} ${title}`);
  const startedAt = performance.now();
  const { code } = await runInForeground(
    process.execPath,
    [
      commandOf("vitest", "vitest"),
      "run",
      "--project",
      "integration",
      "--reporter=dot",
      `test/integration/store/${file}`,
    ],
    { cwd: checkout, env: { ...process.env, PILOTHOUSE_ROUNDS: rounds } },
  );
  const size = usual === 1 ? "all" : `${rounds} rounds`;
  const verdict = code === 0 ? " ok " : " FAILED ";
  return `${id.padEnd(5)}${title.padEnd(34)}${size.padEnd(12)}${verdict}${secondsSince(startedAt)}`;
}

if (isRunDirectly(import.meta.url)) await runScript(() => reliability(process.argv.slice(2)));
