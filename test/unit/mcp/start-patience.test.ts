import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  INSTALL_LIMIT_MS,
  mayInstall,
  ServerPatience,
} from "../../../src-main/mcp/connection/start-patience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TIMEOUT_MS = 30_000;

/** A process of which the test says what it does. */
class FakeProcess {
  children = 0;
  words: readonly string[] = [];

  tree = () => Array.from({ length: 1 + this.children }, (_, pid) => ({ pid, startedAt: "" }));
  stderrTail = () => this.words;
}

function patienceWith(mayIt: boolean) {
  const process = new FakeProcess();
  const told: boolean[] = [];
  const onInstalling = (isInstalling: boolean) => void told.push(isInstalling);
  const patience = new ServerPatience({
    timeoutMs: TIMEOUT_MS,
    mayInstall: mayIt,
    process,
    onInstalling,
  });
  /** Waits as long as it is told to; `meanwhile` hears of each wait. */
  const waitOut = (meanwhile: () => void = () => {}) => {
    for (let ms = patience.next(); ms > 0; ms = patience.next()) {
      vi.advanceTimersByTime(Math.ceil(ms));
      meanwhile();
    }
    return Math.round(patience.spentMs / 1_000);
  };
  return { process, patience, told, waitOut };
}

describe("the time that a server has to start (B3.2)", () => {
  it("is its own where nothing has to be fetched", () => {
    const { waitOut, told } = patienceWith(false);
    expect(waitOut()).toBe(TIMEOUT_MS / 1_000);
    expect(told).toEqual([]);
  });

  it("begins when it has been fetched, and that is told", () => {
    const { process, waitOut, told, patience } = patienceWith(true);
    const spent = waitOut(() => (process.children = patience.spentMs >= 100_000 ? 1 : 0));
    expect(spent).toBeGreaterThanOrEqual(95 + TIMEOUT_MS / 1_000);
    expect(spent).toBeLessThanOrEqual(100 + TIMEOUT_MS / 1_000);
    expect(told).toEqual([true, false]);
  });

  it("begins anew as long as one with children has something to say", () => {
    const { process, waitOut, patience } = patienceWith(true);
    process.children = 1;
    const spent = waitOut(() => {
      if (patience.spentMs < 100_000) process.words = [`fetched ${patience.spentMs}`];
    });
    expect(spent).toBeGreaterThanOrEqual(95 + TIMEOUT_MS / 1_000);
  });

  it("has an end however long it is fetched", () => {
    const { waitOut } = patienceWith(true);
    expect(waitOut()).toBe(INSTALL_LIMIT_MS / 1_000);
  });
});

describe("a command that may fetch what it runs", () => {
  it.each([
    ["npx", ["-y", "some-server"]],
    ["/usr/local/bin/npx", []],
    ["C:\\Program Files\\nodejs\\npx.cmd", ["some-server"]],
    ["uvx", ["some-server"]],
    ["npm", ["--silent", "exec", "some-server"]],
    ["uv", ["tool", "run", "some-server"]],
  ])("is %s %j", (command, args) => expect(mayInstall({ command, args })).toBe(true));

  it.each([
    ["node", ["npx"]],
    ["npm", ["start"]],
    ["npm", []],
    ["constructor", []],
    ["/opt/npx/server", []],
  ])("is not %s %j", (command, args) => expect(mayInstall({ command, args })).toBe(false));
});
