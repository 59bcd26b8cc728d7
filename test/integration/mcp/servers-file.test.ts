import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { withEntry } from "../../../src-main/mcp/config/edit-mcp-file.ts";
import { ServersFile } from "../../../src-main/mcp/config/servers-file.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A change is seen within this, in milliseconds: far less than the slow look takes. */
const SEEN_MS = 2_000;

const content = (...names: readonly string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: "x" }])) });

const BROKEN = '{\n  "mcpServers": {\n    "a" 5\n';

function open(text: string | null = content("a")) {
  const file = path.join(tempFolder(), "mcp.json");
  if (text !== null) writeFileSync(file, text);
  const log: string[] = [];
  const logger = loggerTo((_level, message) => log.push(message));
  const servers = new ServersFile({ file, logger });
  const notices: string[] = [];
  let changes = 0;
  servers.changed.on((change) => {
    changes += 1;
    notices.push(...change.notices);
  });
  return {
    file,
    log,
    servers,
    notices,
    changes: () => changes,
    names: () => servers.current.servers.map(({ name }) => name),
    add: (name: string) =>
      servers.edit((before) => withEntry(before, file, name, { command: "y" })),
  };
}

function openWatched(text: string | null = content("a")) {
  const opened = open(text);
  const watching = opened.servers.watch();
  onTestFinished(() => watching.dispose());
  const becomes = (...names: readonly string[]) =>
    vi.waitFor(() => expect(opened.names()).toEqual(names), SEEN_MS);
  return { ...opened, becomes };
}

describe("the file of servers", () => {
  it("is read at the start, and may be missing", () => {
    expect(open().names()).toEqual(["a"]);
    const missing = open(null);
    expect(missing.names()).toEqual([]);
    expect(missing.servers.failure).toBeNull();
  });

  it("keeps the last good servers while it is broken, and says where it is (M3)", () => {
    const { file, servers, names, notices } = open();
    writeFileSync(file, BROKEN);
    servers.reload();
    expect(names()).toEqual(["a"]);
    expect(servers.failure?.message).toMatch(/mcp\.json.*line 3, column 9/);
    expect(notices).toEqual([expect.stringMatching(/line 3, column 9.*stay as they were/)]);
    expect(readFileSync(file, "utf8")).toBe(BROKEN);
  });

  it("tells of one fault once, and when it is mended", () => {
    const { file, servers, names, notices } = open();
    writeFileSync(file, BROKEN);
    servers.reload();
    servers.reload();
    writeFileSync(file, content("a", "b"));
    servers.reload();
    expect(names()).toEqual(["a", "b"]);
    expect(notices).toHaveLength(2);
    expect(notices[1]).toMatch(/in order again/);
  });

  it("is in order again when what was there before the fault is there again", () => {
    const { file, servers } = open();
    rmSync(file);
    mkdirSync(file);
    servers.reload();
    expect(servers.failure?.code).toBe("config-unreadable");
    rmSync(file, { recursive: true });
    writeFileSync(file, content("a"));
    servers.reload();
    expect(servers.failure).toBeNull();
  });

  it("tells of an entry that cannot be taken, once", () => {
    const { file, servers, notices, log } = open();
    const text = '{"mcpServers":{"a":{"command":"x"},"bad":{}}}';
    writeFileSync(file, text);
    servers.reload();
    writeFileSync(file, `${text}\n`);
    servers.reload();
    expect(notices).toEqual([expect.stringMatching(/"bad" was left out: command is missing/)]);
    expect(log).toEqual(notices);
  });

  it("tells nothing when it is as it was", () => {
    const { servers, changes } = open();
    servers.reload();
    expect(changes()).toBe(0);
  });

  it("is not taken when it is not UTF-8, and not written", () => {
    const { file, servers, add } = open();
    const bytes = Buffer.from('{"mcpServers":{"\xe9":{"command":"x"}}}', "latin1");
    writeFileSync(file, bytes);
    servers.reload();
    expect(servers.failure?.code).toBe("config-unreadable");
    expect(() => add("b")).toThrow(/cannot be read/);
    expect(readFileSync(file)).toEqual(bytes);
  });
});

describe("an edit of the file of servers", () => {
  it("is on disk and taken at once", () => {
    const { file, names, changes, add } = open();
    add("b");
    expect(names()).toEqual(["a", "b"]);
    expect(changes()).toBe(1);
    expect(readFileSync(file, "utf8")).toContain('"b"');
  });

  it("makes the file where there is none", () => {
    const { names, add } = open(null);
    add("b");
    expect(names()).toEqual(["b"]);
  });

  it("never writes a file that is broken, cut off or unreadable (B16.1)", () => {
    for (const text of [BROKEN, content("a", "b").slice(0, -9)]) {
      const { file, add } = open(text);
      expect(() => add("c")).toThrow(/line \d+, column \d+/);
      expect(readFileSync(file, "utf8")).toBe(text);
    }
    const { file, add } = open(null);
    mkdirSync(file);
    expect(() => add("c")).toThrow(/cannot be read/);
    expect(existsSync(path.join(file, ".."))).toBe(true);
  });

  it("keeps what another program has written meanwhile, although it was not seen yet", () => {
    const { file, names, add } = open();
    writeFileSync(file, content("a", "other"));
    add("b");
    expect(names()).toEqual(["a", "other", "b"]);
  });

  it("is made anew when another program writes in the middle of it", () => {
    const { file, servers, names } = open();
    let tries = 0;
    servers.edit((before) => {
      tries += 1;
      if (tries === 1) writeFileSync(file, content("a", "other"));
      return withEntry(before, file, "b", { command: "y" });
    });
    expect(tries).toBe(2);
    expect(names()).toEqual(["a", "other", "b"]);
  });

  it("gives up, and writes nothing, when another program never stops writing", () => {
    const { file, servers } = open();
    const write = (before: string) => {
      appendFileSync(file, "\n");
      return withEntry(before, file, "b", { command: "y" });
    };
    expect(() => servers.edit(write)).toThrow(/Another program/);
    expect(readFileSync(file, "utf8").trim()).toBe(content("a"));
  });

  it("writes what a link leads to, and leaves the link", () => {
    const { file, servers, add } = open(null);
    const target = path.join(tempFolder(), "dotfile.json");
    writeFileSync(target, content("a"));
    symlinkSync(target, file);
    servers.reload();
    add("b");
    expect(realpathSync(file)).toBe(target);
    expect(readFileSync(target, "utf8")).toContain('"b"');
  });

  it("is refused where there is no file, as on a command line without one", () => {
    const servers = new ServersFile({ file: null, logger: loggerTo(() => {}) });
    expect(() => servers.edit((text) => text)).toThrow(/no file of servers/);
  });
});

describe("watching the file of servers (M3)", () => {
  it("sees it written in place", async () => {
    const { file, becomes } = openWatched();
    writeFileSync(file, content("a", "b"));
    await becomes("a", "b");
  });

  it("sees another file take its place, again and again, as editors save", async () => {
    const { file, becomes } = openWatched();
    for (const names of [["b"], ["b", "c"], ["c"]]) {
      writeFileSync(`${file}.new`, content(...names));
      renameSync(`${file}.new`, file);
      await becomes(...names);
    }
  });

  it("sees it made later, deleted, and made again", async () => {
    const { file, becomes } = openWatched(null);
    writeFileSync(file, content("a"));
    await becomes("a");
    rmSync(file);
    await becomes();
    writeFileSync(file, content("b"));
    await becomes("b");
  });

  it("takes a save in several steps as one, and never half of it", async () => {
    const { file, becomes, changes, notices } = openWatched();
    await writeFile(file, "");
    const text = content("a", "b");
    for (let at = 0; at < text.length; at += 4) await appendFile(file, text.slice(at, at + 4));
    await becomes("a", "b");
    expect(changes()).toBe(1);
    expect(notices).toEqual([]);
  });

  it("does not look when something else in the folder changes", async () => {
    const { file, becomes, changes } = openWatched();
    writeFileSync(path.join(path.dirname(file), "other.db"), "x");
    writeFileSync(file, content("b"));
    await becomes("b");
    expect(changes()).toBe(1);
  });

  it("tells nothing any more once it is disposed", async () => {
    const { file, servers, names } = open();
    servers.watch().dispose();
    const other = openWatched();
    writeFileSync(file, content("b"));
    writeFileSync(other.file, content("b"));
    await other.becomes("b");
    expect(names()).toEqual(["a"]);
  });
});
