import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { childEnvironment } from "../../../src-main/process/environment.ts";
import { kindNames } from "../../fixtures/stubborn/kinds.ts";
import { startStubborn, stubbornSpec } from "../../fixtures/stubborn/start-stubborn.ts";
import { launchContext } from "../../support/launch-context.ts";
import { processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Within this nothing of a closed server may be there any more (B2.1). In milliseconds. */
const CLOSED_MS = 6_000;

/** All that a quit may take (M20). In milliseconds. */
const QUIT_MS = 5_000;

/** As servers have it that are not the browser's. In milliseconds. */
const USUAL = { afterStdinEnd: 2_000, afterTerm: 3_000 };

const inFolder = (folder: string) => processesWith(`STUBBORN_FOLDER=${folder}`);

describe("the stop ladder (B2.1)", () => {
  it.each(kindNames)("leaves nothing of a server of the kind: %s", async (kind) => {
    const { supervisor } = launchContext();
    const folder = tempFolder();
    const child = await startStubborn(supervisor, kind, folder);
    expect(inFolder(folder)).not.toEqual([]);
    await child.stop();
    expect(inFolder(folder)).toEqual([]);
  });

  it("takes the time that it promises with a launcher whose server is deaf", async () => {
    const { supervisor } = launchContext();
    const folder = tempFolder();
    const child = await startStubborn(supervisor, "launcher", folder, USUAL);
    const before = performance.now();
    await child.stop();
    expect(performance.now() - before).toBeLessThan(CLOSED_MS);
    expect(inFolder(folder)).toEqual([]);
  });

  it("ends what a launcher leaves that was killed, and is over when it is asked once more", async () => {
    const { supervisor } = launchContext();
    const folder = tempFolder();
    const child = await startStubborn(supervisor, "launcher", folder);
    process.kill(child.pid, "SIGKILL");
    await child.gone;
    expect(inFolder(folder)).toEqual([]);
    expect(await child.stop()).toMatchObject({ signal: "SIGKILL" });
    expect(await child.stop()).toMatchObject({ signal: "SIGKILL" });
  });

  it("ends all kinds at once within the time of a quit (M20)", async () => {
    const { supervisor } = launchContext();
    const folder = tempFolder();
    for (const kind of kindNames) {
      await startStubborn(supervisor, kind, folder, { afterStdinEnd: 60_000, afterTerm: 60_000 });
    }
    const before = performance.now();
    await supervisor.stopAll();
    expect(performance.now() - before).toBeLessThan(QUIT_MS);
    expect(inFolder(folder)).toEqual([]);
  });

  it("sends no signal to a server that ends by itself in time (B2.2)", async () => {
    const { supervisor } = launchContext();
    const folder = tempFolder();
    const clean = path.join(folder, "clean");
    // Would end at once by SIGTERM, without writing.
    const script = `process.stdin.resume().on("end", () => setTimeout(() => { require("fs").writeFileSync(process.argv[1], ""); process.exit(0); }, 500)); console.log("up")`;
    const spec = {
      ...stubbornSpec("polite", folder, USUAL),
      command: process.execPath,
      args: ["-e", script, clean],
      env: childEnvironment(process.env, {}),
    };
    const child = await supervisor.start(spec, "debug");
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(await child.stop()).toEqual({ code: 0, signal: null, asked: true });
    expect(existsSync(clean)).toBe(true);
  });
});
