import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { identify, stillAlive } from "../../../src-main/process/process-tree.ts";
import { processLookup } from "../../../src-main/process/running-programs.ts";
import { removeOldVersions, type OldVersions } from "../../../src-main/runtime/old-versions.ts";
import { leaseVersion } from "../../../src-main/runtime/version-lease.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const OLD = "0.0.80";
const CURRENT = "0.0.83";
const cli = "pkg/node_modules/@playwright/mcp/cli.js";

/** What versions of the app have left, the old one with a program in the place of its Node. */
function leftBehind(change: Partial<OldVersions> = {}) {
  const root = tempFolder();
  const put = (file: string, content = "") => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  for (const version of [OLD, CURRENT]) {
    const install = { version, chromiumExecutable: "chromium/chrome" };
    put(`${version}/install.json`, JSON.stringify(install));
    put(`${version}/chromium/chrome`);
    put(`${version}/${cli}`);
    put(`${version}/node/bin/node`);
  }
  const log: string[] = [];
  const old: OldVersions = {
    root,
    version: CURRENT,
    updatable: null,
    runs: (argument) => processLookup.withArgument(argument).length > 0,
    isAlive: (holder) => stillAlive([holder]).length > 0,
    logger: loggerTo((_level, message) => log.push(message)),
    ...change,
  };
  return { root, old, log, put, remove: () => removeOldVersions(old) };
}

/** A process that was started with these words, until the test or the caller ends it. */
async function running(command: string, ...args: readonly string[]) {
  const child = spawn(command, args, { stdio: "ignore" });
  const gone = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  await once(child, "spawn");
  return {
    end: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

describe("what earlier versions of the app have left (M25)", () => {
  it("is removed, and the version in use and later ones stay", async () => {
    const { root, remove, put, log } = leftBehind();
    put("0.1.0/install.json", "{}");
    put("browser-choice.json", "{}");
    await remove();
    expect(readdirSync(root).toSorted()).toEqual([CURRENT, "0.1.0", "browser-choice.json"]);
    expect(log.join()).toContain(`removed version ${OLD}`);
  });

  it.each(["node", "server"])("stays while its %s runs, and goes afterwards", async (what) => {
    const { root, remove, log } = leftBehind();
    const node = path.join(root, OLD, "node/bin/node");
    const sleep = "setInterval(() => {}, 1000)";
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    writeFileSync(path.join(root, OLD, cli), sleep);
    const program =
      what === "node"
        ? await running(node, "-e", sleep)
        : await running(process.execPath, path.join(root, OLD, cli));
    await remove();
    expect(existsSync(node)).toBe(true);
    expect(log.join()).toContain("in use still");
    await program.end();
    await remove();
    expect(readdirSync(root)).toEqual([CURRENT]);
  });

  it("stays while another Pilothouse works with it, and not for one that is gone", async () => {
    const { root, remove } = leftBehind();
    const self = identify(process.pid) ?? { pid: process.pid, startedAt: "" };
    const lease = leaseVersion(root, OLD, self);
    leaseVersion(root, OLD, { pid: 1, startedAt: "of another process" });
    await remove();
    expect(existsSync(path.join(root, OLD))).toBe(true);
    lease.dispose();
    await remove();
    expect(readdirSync(root)).toEqual([CURRENT]);
  });

  it("stays while its Chromium is what an update is offered for", async () => {
    const { root, remove } = leftBehind({ updatable: OLD });
    await remove();
    expect(readdirSync(root).toSorted()).toEqual([OLD, CURRENT]);
  });

  it("may be what a removal or a copy that was cut off has left; a copy under way stays", async () => {
    const { root, remove, put } = leftBehind();
    put(`${OLD}.gone-1/file`);
    put(`${CURRENT}.copy-1/file`);
    await remove();
    expect(readdirSync(root).toSorted()).toEqual([CURRENT, `${CURRENT}.copy-1`]);
  });

  it("is no reason to fail when it cannot be removed", async () => {
    const { remove, log, root } = leftBehind({
      runs: () => {
        throw new Error("No list of processes.");
      },
    });
    await remove();
    expect(log.join()).toContain("could not be removed: No list of processes.");
    expect(existsSync(path.join(root, OLD, "install.json"))).toBe(true);
  });
});
