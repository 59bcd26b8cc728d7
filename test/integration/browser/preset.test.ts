import { readdirSync, readFileSync, readlinkSync, writeFileSync, chmodSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { processTree } from "../../../src-main/process/process-tree.ts";
import { MAX_PRIVATE_PATH_CHARS } from "../../../src-main/process/private-folder.ts";
import { BrowserServer } from "../../support/browser-server.ts";
import { processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { virtualDisplay } from "../../support/virtual-display.ts";
import { BrowserSite } from "./browser-site.ts";

/** What a path of a socket may have; in bytes. */
const MAX_SOCKET_PATH_BYTES = 107;

const environmentOf = (pid: number): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );

/** The server and all that it started, the browser too. */
function pidsOf(browser: BrowserServer): readonly number[] {
  const leader = { pid: browser.pid, startedAt: "" };
  const mark = `PILOTHOUSE_PROCESS=${environmentOf(browser.pid).get("PILOTHOUSE_PROCESS")}`;
  return processTree(leader, mark).map(({ pid }) => pid);
}

function socketsOf(pids: readonly number[]): ReadonlySet<string> {
  const links = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).map((fd) => linkOrNothing(`/proc/${pid}/fd/${fd}`)),
  );
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

function linkOrNothing(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}

const rowsOf = (file: string): readonly (readonly string[])[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

async function running(options: ConstructorParameters<typeof BrowserServer>[0] = {}) {
  const site = await BrowserSite.start();
  const browser = new BrowserServer(options);
  const text = await browser.text("browser_navigate", { url: site.url });
  return { browser, site, text };
}

describe("the running browser server (M24)", () => {
  it("listens on no port, and its sockets lie in its private folder with short paths", async () => {
    const { browser } = await running();
    const pids = pidsOf(browser);
    expect(pids.length).toBeGreaterThan(3);
    const sockets = socketsOf(pids);
    const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap(rowsOf)
      .filter((row) => row[3] === "0A" && sockets.has(row[9] ?? ""));
    expect(listening).toEqual([]);

    const folder = environmentOf(browser.pid).get("TMPDIR") ?? "";
    expect(folder.length).toBeLessThanOrEqual(MAX_PRIVATE_PATH_CHARS);
    const paths = rowsOf("/proc/net/unix")
      .filter((row) => sockets.has(row[6] ?? ""))
      .flatMap((row) => row[7] ?? [])
      // The system's own name for the near end of a connection.
      .filter((place) => !/^@[0-9a-f]{5}$/.test(place));
    expect(paths.length).toBeGreaterThan(0);
    for (const place of paths) {
      expect(place.startsWith(`${folder}/`)).toBe(true);
      expect(Buffer.byteLength(place)).toBeLessThanOrEqual(MAX_SOCKET_PATH_BYTES);
    }
  });

  it("runs in the workspace and writes nowhere else, wherever the app itself runs (B10.3)", async () => {
    const { browser } = await running();
    expect(readlinkSync(`/proc/${browser.pid}/cwd`)).toBe(browser.workspace);
    expect(readdirSync(browser.workspace).toSorted()).toEqual([".pilothouse", "browser"]);
    expect(readdirSync(path.dirname(browser.workspace))).toEqual(["workspace"]);
  });

  it("gets none of the machine's own settings for such servers, and no screen without a window", async () => {
    const hostEnv = {
      ...process.env,
      PLAYWRIGHT_MCP_PORT: "8931",
      PLAYWRIGHT_MCP_CAPS: "vision",
      DISPLAY: ":99",
    };
    const { browser } = await running({ hostEnv });
    const names = [...environmentOf(browser.pid).keys()];
    expect(names.filter((name) => /^PLAYWRIGHT_|^DISPLAY$|^WAYLAND/.test(name))).toEqual([]);
  });

  it("shows a window on the screen that it is given", async () => {
    const { DISPLAY } = await virtualDisplay();
    const { browser } = await running({ headless: false, hostEnv: { ...process.env, DISPLAY } });
    const chromes = processesWith(`--user-data-dir=${browser.workspace}`);
    expect(chromes.length).toBeGreaterThan(0);
    expect(chromes.filter(({ command }) => command.includes("--headless"))).toEqual([]);
  });

  it("shows pages in the size, language and time zone of the settings", async () => {
    const options = {
      viewport: { width: 800, height: 600 },
      locale: "de-AT",
      timeZone: "America/Lima",
    };
    const { text } = await running({ options });
    expect(text).toContain("de-AT America/Lima 800x600");
  });

  it("offers the groups that are switched on, and not the tool that runs code anywhere", async () => {
    const browser = new BrowserServer({ options: { capabilities: ["pdf", "vision"] } });
    const names = (await browser.servers.tools(AbortSignal.timeout(60_000))).map(
      ({ tool }) => tool,
    );
    expect(names).toContain("browser_pdf_save");
    expect(names).toContain("browser_mouse_click_xy");
    expect(names).not.toContain("browser_run_code_unsafe");
    expect(browser.servers.statuses()[0]?.tools).not.toContain("browser_run_code_unsafe");
    await expect(browser.call("browser_run_code_unsafe", { code: "1" })).rejects.toThrow(
      /switched off/,
    );
  });

  it("runs code where that is switched on", async () => {
    const browser = new BrowserServer({ options: { runCode: true } });
    const code = "async (page) => 6 * 7";
    expect(await browser.text("browser_run_code_unsafe", { code })).toContain("42");
  });

  it("says why when the system has no sandbox for the browser, and does not try without (B10.8)", async () => {
    const executable = path.join(tempFolder(), "chrome");
    const said = "No usable sandbox! See https://chromium.googlesource.com/";
    const log = `${executable}.log`;
    writeFileSync(executable, `#!/bin/sh\necho "$*" >> ${log}\necho '${said}' >&2\nexit 1\n`);
    chmodSync(executable, 0o755);
    const browser = new BrowserServer({ executable });
    expect(await browser.text("browser_navigate", { url: "about:blank" })).toContain(
      "No usable sandbox!",
    );
    expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(1);
  });
});
