import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { hardToEnd, kindNames, stubbornKinds } from "../fixtures/stubborn/kinds.ts";
import {
  ALL_GONE_MS,
  approval,
  composer,
  connectModel,
  expect,
  send,
  test,
  thread,
} from "../support/app.ts";
import { processesWith } from "../support/processes.ts";

/** How often the app is killed: a few times in the usual run, more in that of `npm run reliability`. */
const ROUNDS = Number(process.env["PILOTHOUSE_KILL_ROUNDS"] ?? 2);

/** Time for one round, in milliseconds: the start of the app and of six servers takes about 6 s. */
const ROUND_MS = 40_000;

/** Allows every call that is asked about, for good; resolves when the answer is there. */
async function allowUntil(window: Page, answer: string): Promise<void> {
  const done = thread(window).getByText(answer);
  const always = approval(window).getByRole("button", { name: "Always" });
  for (;;) {
    await always.or(done).first().waitFor();
    if (await done.isVisible()) return;
    await always.click();
  }
}

test("nothing of any kind of server outlives an app that is killed, however often (R9, B2.3)", async ({
  start,
  model,
  data,
}) => {
  test.setTimeout(ROUNDS * ROUND_MS);
  writeFileSync(path.join(data, "mcp.json"), JSON.stringify({ mcpServers: stubbornKinds }));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { app, window } = await start();
    if (round === 1) await connectModel(window, model);
    else await window.getByRole("button", { name: "New conversation" }).first().click();
    await expect(composer(window)).toBeEnabled();
    const answer = `All six are here, round ${round}.`;
    model.enqueue({ toolCalls: kindNames.map((name) => ({ name })) }, { text: answer });
    await send(window, "Call them");
    await allowUntil(window, answer);
    const running = processesWith(data).map(({ command }) => command.trim());
    for (const kind of kindNames) {
      expect(running.filter((command) => command.endsWith(hardToEnd[kind]))).not.toEqual([]);
    }

    app.process().kill("SIGKILL");
    await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);
  }
});
