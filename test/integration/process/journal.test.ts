import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { commandHash, Journal } from "../../../src-main/process/journal.ts";
import {
  makePrivateFolder,
  removePrivateFolder,
} from "../../../src-main/process/private-folder.ts";
import { bootId, readCommandLine } from "../../../src-main/process/process-table.ts";
import { identify } from "../../../src-main/process/process-tree.ts";
import { Supervisor } from "../../../src-main/process/supervisor.ts";
import { WatchList, textOf, type WatchedChild } from "../../../src-main/process/watch-list.ts";
import { kindNames, stubbornKinds } from "../../fixtures/stubborn/kinds.ts";
import { startStubborn, stubbornSpec } from "../../fixtures/stubborn/start-stubborn.ts";
import { HostProcess } from "../../support/host-process.ts";
import { guardScript } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** The next start of the app on the folder; ended with the test. */
function nextStart(data: string) {
  const log: string[] = [];
  const supervisor = new Supervisor({
    node: process.execPath,
    guardScript,
    journals: journalsIn(data),
    redactor: new Redactor(),
    logger: loggerTo((_level, line) => log.push(line)),
  });
  onTestFinished(() => supervisor.stopAll());
  /** The first child waits for the end of what was left. */
  const startFirst = () => startStubborn(supervisor, "polite", tempFolder());
  return { supervisor, log, startFirst };
}

const journalsIn = (data: string) => path.join(data, "processes");

/** A program of somebody else's, with the command line of one of ours; ended with the test. */
async function stranger(): Promise<number> {
  const { command, args } = stubbornKinds.deaf;
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n');
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

/** What the journal would say of the program, had it been a child of ours. */
function entryOf(pid: number, change: Partial<WatchedChild> = {}): WatchedChild {
  return {
    mark: "PILOTHOUSE_PROCESS=00000000-0000-0000-0000-000000000000",
    id: identify(pid),
    group: pid,
    command: commandHash(readCommandLine(pid) ?? []),
    boot: bootId(),
    name: "deaf",
    conversationId: "c1",
    ...change,
  };
}

/** The journal of a run that is over: no process has its pid with this start. */
function writeAbandoned(data: string, text: string): void {
  mkdirSync(journalsIn(data));
  writeFileSync(path.join(journalsIn(data), `${process.pid}-0000000000000000-a.jsonl`), text);
}

describe("the journal of what runs", () => {
  it("lets the next start end what app and guard left, before its first child, and nothing else (B2.3)", async () => {
    const data = tempFolder();
    const host = await HostProcess.start(data, kindNames);
    const other = await stranger();
    await host.killWithGuard();
    expect(host.servers().length).toBeGreaterThanOrEqual(kindNames.length - 1);

    const { log, startFirst } = nextStart(data);
    await startFirst();
    expect(host.servers()).toEqual([]);
    expect(isRunning(other)).toBe(true);
    expect(log).toContainEqual(
      expect.stringMatching(/left: "deaf" \(process \d+, conversation c1\)/),
    );
    expect(log.filter((line) => line.includes('"launcher"'))).toHaveLength(1);
  });

  it("leaves the children of another run alone that still goes on", async () => {
    const data = tempFolder();
    const host = await HostProcess.start(data, kindNames);
    const before = host.servers();
    const { supervisor, log, startFirst } = nextStart(data);
    await startFirst();
    expect(host.servers()).toEqual(before);
    expect(log).toEqual([]);
    await supervisor.stopAll();
    expect(readdirSync(journalsIn(data))).toHaveLength(1);
  });

  it("ends what has pid, start and command line of a child of ours, though it carries no mark", async () => {
    const data = tempFolder();
    const pid = await stranger();
    writeAbandoned(data, textOf([{ add: entryOf(pid) }]));
    await nextStart(data).startFirst();
    expect(isRunning(pid)).toBe(false);
  });

  it.each<[string, (pid: number) => WatchedChild]>([
    ["started at another time", (pid) => entryOf(pid, { id: { pid, startedAt: "1" } })],
    ["started at a time that nobody knows", (pid) => entryOf(pid, { id: { pid, startedAt: "" } })],
    ["has another command line", (pid) => entryOf(pid, { command: commandHash(["node"]) })],
    ["was started after another boot of the machine", (pid) => entryOf(pid, { boot: "earlier" })],
    ["was never seen running", (pid) => entryOf(pid, { id: null })],
  ])("leaves alone what has a pid of ours but %s", async (_what, entry) => {
    const data = tempFolder();
    const pid = await stranger();
    writeAbandoned(data, textOf([{ add: entry(pid) }]));
    await nextStart(data).startFirst();
    expect(isRunning(pid)).toBe(true);
    // Done with, and gone with the next quit's own.
    expect(readdirSync(journalsIn(data))).toHaveLength(1);
  });

  it("is read as far as it goes when its run was killed in the middle of a line", async () => {
    const data = tempFolder();
    const [ours, other] = [await stranger(), await stranger()];
    const second = textOf([{ add: entryOf(other) }]);
    writeAbandoned(data, textOf([{ add: entryOf(ours) }]) + second.slice(0, second.length / 2));
    await nextStart(data).startFirst();
    expect([isRunning(ours), isRunning(other)]).toEqual([false, true]);
  });

  it("is told by its name from what others have put into the folder, which stays", async () => {
    const data = tempFolder();
    const pid = await stranger();
    writeAbandoned(data, textOf([{ add: entryOf(pid) }]));
    mkdirSync(path.join(journalsIn(data), "a folder"));
    writeFileSync(
      path.join(journalsIn(data), ".DS_Store"),
      textOf([{ add: entryOf(process.pid) }]),
    );
    await nextStart(data).startFirst();
    expect(isRunning(pid)).toBe(false);
    const left = readdirSync(journalsIn(data));
    expect(left).toEqual(expect.arrayContaining([".DS_Store", "a folder"]));
  });

  it("is not believed where others may write into its folder", async () => {
    const data = tempFolder();
    const pid = await stranger();
    writeAbandoned(data, textOf([{ add: entryOf(pid) }]));
    chmodSync(journalsIn(data), 0o777);
    const { log, startFirst } = nextStart(data);
    await startFirst();
    expect(isRunning(pid)).toBe(true);
    expect(log).toContainEqual(expect.stringContaining("Others than you may write into"));
  });

  it("that cannot be read keeps nobody from reading the others", async () => {
    const data = tempFolder();
    const pid = await stranger();
    writeAbandoned(data, textOf([{ add: entryOf(pid) }]));
    mkdirSync(path.join(journalsIn(data), `${process.pid}-0000000000000001-a.jsonl`));
    await nextStart(data).startFirst();
    expect(isRunning(pid)).toBe(false);
  });

  it("takes along the private folders of that run, and no other folder", async () => {
    const data = tempFolder();
    const [mine, other] = [makePrivateFolder(), tempFolder()];
    onTestFinished(() => removePrivateFolder(mine));
    writeAbandoned(data, textOf([{ addFolder: mine }, { addFolder: other }]));
    await nextStart(data).startFirst();
    expect([existsSync(mine), existsSync(other)]).toEqual([false, true]);
  });

  it("tells of each child all that it takes to know it again, and no word of its command line", async () => {
    const data = tempFolder();
    const { supervisor } = nextStart(data);
    const spec = { ...stubbornSpec("polite", tempFolder()), args: ["-e", "0 // a-token"] };
    await supervisor.start(spec, "debug");
    const [name = ""] = readdirSync(journalsIn(data));
    const text = readFileSync(path.join(journalsIn(data), name), "utf8");
    const last = JSON.parse(text.trim().split("\n").at(-1) ?? "") as { add: WatchedChild };
    expect(last.add).toMatchObject({
      mark: expect.stringMatching(/^PILOTHOUSE_PROCESS=/) as string,
      command: commandHash([process.execPath, ...spec.args]),
      boot: bootId(),
      name: "polite",
      conversationId: "c1",
    });
    expect(last.add.group).toBe(last.add.id?.pid);
    expect(text).not.toContain("a-token");
  });

  it("is gone when all has ended", async () => {
    const data = tempFolder();
    const { supervisor, startFirst } = nextStart(data);
    await startFirst();
    await supervisor.stopAll();
    expect(readdirSync(journalsIn(data))).toEqual([]);
  });

  it("stays small however much is started, and keeps what still runs", () => {
    const data = tempFolder();
    const list = new WatchList();
    const journal = Journal.open(journalsIn(data), list);
    const add = (mark: string) => ({ add: entryOf(process.pid, { mark: `M=${mark}` }) });
    const write = (line: Parameters<WatchList["apply"]>[0]) => {
      list.apply(line);
      journal?.write(line);
    };
    write(add("stays"));
    for (let at = 0; at < 2_000; at += 1) {
      write(add(String(at)));
      write({ remove: `M=${at}` });
    }
    const [name = ""] = readdirSync(journalsIn(data));
    const file = path.join(journalsIn(data), name);
    expect(statSync(file).size).toBeLessThan(300 * 1_024);
    const kept = new WatchList();
    for (const line of readFileSync(file, "utf8").split("\n")) kept.applyText(line);
    expect([...kept.children.keys()]).toEqual(["M=stays"]);
    journal?.close();
    expect(readdirSync(journalsIn(data))).toEqual([name]);
  });

  it("that cannot be written keeps nobody from starting a server", async () => {
    const data = tempFolder();
    writeFileSync(journalsIn(data), "a file in the folder's place");
    const { log, startFirst } = nextStart(data);
    const child = await startFirst();
    expect(isRunning(child.pid)).toBe(true);
    expect(log.filter((line) => line.includes("cannot be written down"))).toHaveLength(1);
  });
});
