import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { commandHash } from "../../../src-main/process/journal.ts";
import { sweepLeftovers } from "../../../src-main/process/leftovers.ts";
import { MemoryWatch } from "../../../src-main/process/memory-watch.ts";
import { bootId, readCommandLine } from "../../../src-main/process/process-table.ts";
import { SafetyNet } from "../../../src-main/process/safety-net.ts";
import { SupervisedProcess } from "../../../src-main/process/supervised-process.ts";
import { textOf, type WatchedChild } from "../../../src-main/process/watch-list.ts";
import { endWindowsStrays } from "../../../src-main/process/windows-strays.ts";
import { stubbornSpec } from "../../fixtures/stubborn/start-stubborn.ts";
import { WindowsTable } from "../../fixtures/windows-table.ts";
import { guardScript } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/* Real processes of this machine, in lists as Windows makes them: nothing here has run on Windows. */

const ENDLESS = "console.log('up');setInterval(()=>{},1000)";

/** A program that runs until the test ends. */
async function program(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ENDLESS], { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

/** A pid that is nobody's, as that of a parent that is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

function entryOf(pid: number, table: WindowsTable, change: Partial<WatchedChild> = {}) {
  const line = (readCommandLine(pid) ?? []).join(" ");
  return {
    mark: "PILOTHOUSE_PROCESS=00000000-0000-0000-0000-000000000000",
    id: { pid, startedAt: table.startOf(pid) },
    ...{ group: pid, command: commandHash([line]), boot: bootId(), name: "files" },
    conversationId: null,
    ...change,
  };
}

function writeJournal(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${process.pid}-0000000000000000-a.jsonl`), text);
}

const sweep = (folder: string, table: WindowsTable) =>
  sweepLeftovers(folder, silentLogger, { platform: "win32", readTable: table.read });

describe("the sweep by a list of Windows", () => {
  it("ends a child that an earlier run left, with whom it started, and nobody else", async () => {
    const [folder, table] = [tempFolder(), new WindowsTable()];
    const [child, below, stranger] = [await program(), await program(), await program()];
    table.parents.set(below, child);
    writeJournal(folder, textOf([{ add: entryOf(child, table) }]));
    await sweep(folder, table);
    expect([isRunning(child), isRunning(below), isRunning(stranger)]).toEqual([false, false, true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves alone what has another command line, or was started at another time", async () => {
    const [folder, table] = [tempFolder(), new WindowsTable()];
    const pid = await program();
    const [other, earlier] = [commandHash(["node.exe"]), "2020-01-01T00:00:00.000Z"];
    const lines = [{ command: other }, { id: { pid, startedAt: earlier } }, { command: null }];
    const entries = lines.map((change, at) => entryOf(pid, table, { mark: `M=${at}`, ...change }));
    writeJournal(folder, textOf(entries.map((add) => ({ add }))));
    await sweep(folder, table);
    expect(isRunning(pid)).toBe(true);
  });

  it("lists nothing where no earlier run has left a journal", async () => {
    const table = new WindowsTable();
    await sweep(tempFolder(), table);
    expect(table.reads).toBe(0);
  });

  it("removes no journal, and ends nobody, where no list is to be had", async () => {
    const folder = tempFolder();
    const pid = await program();
    writeJournal(folder, textOf([{ add: entryOf(pid, new WindowsTable()) }]));
    const readTable = () => Promise.resolve(null);
    await sweepLeftovers(folder, silentLogger, { platform: "win32", readTable });
    expect([isRunning(pid), readdirSync(folder).length]).toEqual([true, 1]);
  });
});

describe("whom a child leaves behind on Windows", () => {
  it("is ended once the child is gone, and nobody else is", async () => {
    const table = new WindowsTable();
    // This system tells its boot, from which starts are counted, in whole seconds.
    const before = new Date(Date.now() - 5_000).toISOString();
    const leader = { pid: await deadPid(), startedAt: before };
    const [heir, stranger] = [await program(), await program()];
    table.parents.set(heir, leader.pid);
    await endWindowsStrays(leader, "win32", table.read);
    expect([isRunning(heir), isRunning(stranger)]).toEqual([false, true]);
  });

  it("is not looked for where nobody knows when the child was started, nor on other systems", async () => {
    const table = new WindowsTable();
    const pid = await deadPid();
    await endWindowsStrays({ pid, startedAt: "" }, "win32", table.read);
    await endWindowsStrays({ pid, startedAt: "1" }, "linux", table.read);
    expect(table.reads).toBe(0);
  });
});

describe("the safety net where a start is told by a list alone", () => {
  it("learns the child's start and command line, and writes both into a journal of its own", async () => {
    const [folder, table] = [tempFolder(), new WindowsTable()];
    const net = new SafetyNet({
      ...{ node: process.execPath, guardScript, journals: folder, logger: silentLogger },
      readTable: table.read,
    });
    onTestFinished(() => net.close());
    const spec = stubbornSpec("polite", tempFolder());
    net.expect("w1", spec);
    const child = await SupervisedProcess.start(spec, "w1", new Redactor(), () => {});
    onTestFinished(async () => void (await child.kill()));
    expect(child.learnStart("")).toBe(true);
    net.watch(child);
    await vi.waitFor(() => expect(child.id.startedAt).toBe(table.startOf(child.pid)));
    const [name = ""] = readdirSync(folder);
    const text = readFileSync(path.join(folder, name), "utf8");
    const { add } = JSON.parse(text.trim().split("\n").at(-1) ?? "") as { add: WatchedChild };
    expect(add.id).toEqual(child.id);
    const line = [process.execPath, ...spec.args].join(" ");
    expect(add.command).toBe(commandHash([line]));
    // So that it ends as on this system.
    child.learnStart("");
  });

  it("takes no start for a child that has ended: its pid may be another's", async () => {
    const spec = { ...stubbornSpec("polite", tempFolder()), args: ["-e", ""] };
    const child = await SupervisedProcess.start(spec, "w2", new Redactor(), () => {});
    await child.gone;
    expect(child.learnStart("2026-11-30T20:00:00.000Z")).toBe(false);
  });
});

describe("the memory figures by a list of Windows", () => {
  it("are those of the child and of all below it", async () => {
    const table = new WindowsTable();
    const [pid, below] = [await program(), await program()];
    table.parents.set(below, pid);
    const child = { id: { pid, startedAt: "" }, mark: "M=1" };
    const watch = new MemoryWatch({ onOver: () => {}, lookMs: 10, readTable: table.read });
    onTestFinished(() => watch.dispose());
    watch.add(child, Infinity);
    await vi.waitFor(() => expect(watch.memoryOf(child)).not.toBeNull());
    const own = (await table.read())?.memoryOf(pid) ?? 0;
    expect(watch.memoryOf(child)).toBeGreaterThan(1.5 * own);
  });

  it("are looked at by one chain of looks, also when the last child goes during a look", async () => {
    const waiting: (() => void)[] = [];
    let looks = 0;
    const readTable = async () => {
      looks += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return null;
    };
    const watch = new MemoryWatch({ onOver: () => {}, lookMs: 1, readTable });
    onTestFinished(() => watch.dispose());
    const child = { id: { pid: 1, startedAt: "1" }, mark: "M=1" };
    watch.add(child, Infinity);
    await vi.waitFor(() => expect(looks).toBe(1));
    watch.remove(child);
    watch.add(child, Infinity);
    await vi.waitFor(() => expect(looks).toBe(2));
    for (const resume of waiting.splice(0)) resume();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(looks).toBe(3);
  });
});
