import { describe, expect, it, vi } from "vitest";
import { profileFolder } from "../../../src-main/browser/profile.ts";
import { BrowserServer } from "../../support/browser-server.ts";
import { isRunning, processesWith } from "../../support/processes.ts";
import { virtualDisplay } from "../../support/virtual-display.ts";
import { BrowserSite } from "./browser-site.ts";

/** Chromium and all its helpers go with the server in 150 ms; in milliseconds. */
const GONE_MS = 5_000;

/** The cookie without an end that the browser sends to the page, after it was signed in and stopped. */
async function cookieAfter(
  stop: (browser: BrowserServer) => Promise<void>,
  headless = true,
): Promise<{ cookie: string | undefined; tabs: string }> {
  const hostEnv = headless ? process.env : { ...process.env, ...(await virtualDisplay()) };
  const site = await BrowserSite.start();
  const browser = new BrowserServer({ headless, hostEnv });
  await browser.call("browser_navigate", { url: `${site.url}/sign-in` });
  await browser.call("browser_tabs", { action: "new", url: `${site.url}/other` });
  await stop(browser);
  const tabs = await browser.text("browser_tabs", { action: "list" });
  await browser.call("browser_navigate", { url: `${site.url}/home` });
  return { cookie: site.cookies.get("/home"), tabs };
}

async function killServer(browser: BrowserServer): Promise<void> {
  const { pid } = browser;
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), GONE_MS);
  const profile = profileFolder(browser.workspace);
  await vi.waitFor(() => expect(processesWith(`--user-data-dir=${profile}`)).toEqual([]), GONE_MS);
}

describe.each([true, false])("a login by session cookie (M26), headless: %s", (headless) => {
  it("is there after the server was stopped and started, and no tab comes back by itself", async () => {
    const { cookie, tabs } = await cookieAfter((browser) => browser.stop(), headless);
    expect(cookie).toBe("who=ada");
    expect(tabs).toMatch(/0: \(current\).*about:blank/);
    expect(tabs).not.toContain("- 1:");
  });

  it("is there after the server was killed", async () => {
    const { cookie } = await cookieAfter(killServer, headless);
    expect(cookie).toBe("who=ada");
  });
});

it("outlives a browser that the model closed, and the next one opens no old tabs", async () => {
  const site = await BrowserSite.start();
  const browser = new BrowserServer();
  await browser.call("browser_navigate", { url: `${site.url}/sign-in` });
  await browser.call("browser_close");
  expect(await browser.text("browser_navigate", { url: `${site.url}/home` })).not.toContain("- 1:");
  expect(site.cookies.get("/home")).toBe("who=ada");
});
