import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loginPath } from "../../../src-main/process/login-path.ts";
import { searchPath } from "../../../src-main/process/search-path.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** What an app that was started from a dock has. */
const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

/** Runs the command that it is given, after whatever its own start does. */
function shell(start: string): string {
  const file = path.join(tempFolder(), "shell");
  writeFileSync(file, `#!/bin/sh\n${start}\neval "$2"\n`);
  chmodSync(file, 0o755);
  return file;
}

const ask = (script: string) =>
  loginPath(
    { ...process.env, PATH: SYSTEM_PATH, SHELL: shell(script) },
    launchContext().supervisor,
  );

describe("the PATH of the login shell (B1.1)", () => {
  it("comes first, with what the app has behind it, each folder once", async () => {
    expect(await ask("PATH=/opt/t/bin:/usr/bin:/bin; echo 'Welcome back!'")).toBe(
      "/opt/t/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    );
  });

  it.each([
    ["ends with a failure", "exit 1"],
    ["talks nonsense", "head -c 2000 /dev/urandom; exit 0"],
    ["hangs", "sleep 60"],
  ])("is what the app has and the usual folders when the shell %s", async (_what, script) => {
    const found = (await ask(script)).split(":");
    expect(found.slice(0, 4)).toEqual(SYSTEM_PATH.split(":"));
    expect(found).toContain("/usr/local/bin");
    expect(found.every((folder) => path.isAbsolute(folder))).toBe(true);
  });
});

describe("the PATH of a command line", () => {
  it("is its own, without folders that would be another place for every server", async () => {
    const { supervisor } = launchContext();
    const environment = { PATH: `:${SYSTEM_PATH}:.:bin` };
    const find = searchPath({ environment, supervisor, askLoginShell: false, node: "/opt/n/node" });
    expect(await find()).toBe(`${SYSTEM_PATH}:/opt/n`);
  });
});
