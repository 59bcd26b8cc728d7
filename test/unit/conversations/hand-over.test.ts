import { describe, expect, it } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { HandOver } from "../../../src-main/conversations/hand-over.ts";
import type {
  RawResult,
  ReservedServer,
} from "../../../src-main/mcp/connection/server-connection.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";

/** A browser that keeps its tabs in a list and forgets them when it is stopped. */
class FakeBrowser implements ReservedServer {
  readonly config = fakeServer();
  readonly did: string[] = [];
  tabs: string[] = [];
  current = 0;
  shown = false;
  /** What is known beforehand to keep a window from being shown; null for nothing. */
  fault: AppError | null = null;
  /** What keeps a window from being shown; null for nothing. */
  noWindow: AppError | null = null;

  readonly call = (tool: string, args: Readonly<Record<string, unknown>>): Promise<RawResult> => {
    if (this.shown && this.noWindow) return Promise.reject(this.noWindow);
    this.did.push([tool, args["action"], args["url"] ?? args["index"]].filter(Boolean).join(" "));
    if (tool === "browser_navigate") this.tabs = [args["url"] as string];
    if (args["action"] === "new") this.tabs.push(args["url"] as string);
    if (args["action"] === "select") this.current = args["index"] as number;
    const lines = this.tabs.map(
      (url, index) => `- ${index}: ${index === this.current ? "(current) " : ""}[t](${url})`,
    );
    return Promise.resolve({ content: [{ type: "text", text: lines.join("\n") }] });
  };

  readonly forgive = (): void => {};

  readonly stop = (): Promise<void> => {
    this.did.push("stop");
    this.tabs = [];
    this.current = 0;
    return Promise.resolve();
  };
}

function make({ headless = true } = {}) {
  const browser = new FakeBrowser();
  browser.tabs = ["https://a.example/", "https://b.example/"];
  browser.current = 1;
  const states: (string | null)[] = [];
  const handedBack: RawResult[] = [];
  const warnings: string[] = [];
  const handOver: HandOver = new HandOver({
    reserveBrowser: (_signal, work) => work(browser),
    isHeadless: () => headless,
    windowFault: () => browser.fault,
    showWindow: (shown) => (browser.shown = shown),
    onHandedBack: (raw) => handedBack.push(raw),
    onChange: () => states.push(handOver.state?.step ?? null),
    clock: () => 1,
    logger: { ...silentLogger, warn: (message) => warnings.push(message) },
  });
  return { handOver, browser, states, handedBack, warnings };
}

describe("the hand over of a browser", () => {
  it("opens a window on the same tabs, and goes back without one to where the person left it", async () => {
    const { handOver, browser, states, handedBack } = make();
    await handOver.takeOver();
    expect(browser.shown).toBe(true);
    expect(browser.tabs).toEqual(["https://a.example/", "https://b.example/"]);
    expect(browser.current).toBe(1);

    browser.tabs = ["https://c.example/home"];
    browser.current = 0;
    await handOver.handBack();
    expect(browser.shown).toBe(false);
    expect(browser.tabs).toEqual(["https://c.example/home"]);
    expect(JSON.stringify(handedBack)).toContain("https://c.example/home");
    expect(states).toEqual(["opening", "person", "returning", null]);
  });

  it("restarts nothing where the browser has its window already", async () => {
    const { handOver, browser } = make({ headless: false });
    await handOver.takeOver();
    await handOver.handBack();
    expect(browser.did).not.toContain("stop");
  });

  it("is begun once, however often it is asked for", async () => {
    const { handOver, states } = make();
    await Promise.all([handOver.takeOver(), handOver.takeOver()]);
    expect(states).toEqual(["opening", "person"]);
    await handOver.close();
  });

  it("closes nothing where it is known that there is no screen for the window", async () => {
    const { handOver, browser, states } = make();
    browser.fault = new AppError("no-screen", "There is no screen.");
    await expect(handOver.takeOver()).rejects.toMatchObject({ code: "no-screen" });
    expect(browser.did).toEqual([]);
    expect(states).toEqual([]);
  });

  it("leaves the agent its tabs when no window can be opened, and says why", async () => {
    const { handOver, browser } = make();
    browser.noWindow = new AppError("no-screen", "There is no screen.");
    await expect(handOver.takeOver()).rejects.toMatchObject({ code: "no-screen" });
    expect(browser.shown).toBe(false);
    expect(browser.tabs).toEqual(["https://a.example/", "https://b.example/"]);
    expect(handOver.state).toBeNull();
  });

  it("can be handed over again after it failed", async () => {
    const { handOver, browser } = make();
    browser.noWindow = new AppError("no-screen", "There is no screen.");
    await expect(handOver.takeOver()).rejects.toMatchObject({ code: "no-screen" });
    browser.noWindow = null;
    await handOver.takeOver();
    expect(handOver.state?.step).toBe("person");
    await handOver.close();
  });

  it("ends with the conversation, without touching the browser any more", async () => {
    const { handOver, browser } = make();
    await handOver.takeOver();
    const before = browser.did.length;
    await handOver.close();
    expect(browser.did).toHaveLength(before);
    expect(handOver.state).toBeNull();
  });

  it("goes back although the browser cannot be asked any more, and the log says so", async () => {
    const { handOver, browser, warnings } = make();
    await handOver.takeOver();
    browser.noWindow = new AppError("server-exited", "It ended.");
    await handOver.handBack();
    expect(handOver.state).toBeNull();
    expect(warnings.join()).toContain("It ended.");
  });
});
