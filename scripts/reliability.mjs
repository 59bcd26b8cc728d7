import { isRunDirectly } from "./lib/checkout.mjs";
import { runScript, say } from "./lib/say.mjs";
import { test } from "./test.mjs";
import { closingLine, countPlaywright } from "./test/counts.mjs";
import { reportOf } from "./test/parts.mjs";

/** So often the app is killed with every kind of server at work (R9). */
const KILL_ROUNDS = 10;

/** What takes minutes and is also in the end-to-end tests, in a size that takes seconds. */
const parts = [
  {
    name: "reliability",
    title: `Reliability: the app killed ${KILL_ROUNDS} times`,
    command: ["@playwright/test", "playwright", "test", "stubborn-servers", "--reporter=list,json"],
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf("reliability"),
      PILOTHOUSE_KILL_ROUNDS: String(KILL_ROUNDS),
    },
    countReport: countPlaywright,
    drivesApp: true,
  },
];

if (isRunDirectly(import.meta.url)) {
  await runScript(async () => {
    const total = await test(parts);
    say(`\n${closingLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  });
}
