import { describe, expect, it } from "vitest";
import { BrowserServer } from "../../support/browser-server.ts";
import { BrowserSite } from "./browser-site.ts";

/** A navigation that waits for somebody to close the dialog takes 60 seconds. In milliseconds. */
const AT_ONCE_MS = 20_000;

async function withDialog() {
  const site = await BrowserSite.start();
  const browser = new BrowserServer();
  await browser.call("browser_navigate", { url: site.url });
  const before = performance.now();
  const told = await browser.text("browser_navigate", { url: `${site.url}/alert` });
  return { browser, site, told, tookMs: performance.now() - before };
}

describe("a page that opens a dialog while it loads (B10.10)", () => {
  it("holds nobody up: the model reads of the dialog at once, and of the tool that closes it", async () => {
    const { told, tookMs } = await withDialog();
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
    expect(told).toContain('"alert" dialog with message "Mind the gap"');
    expect(told).toContain("browser_handle_dialog");
  });

  it("is what every other tool says until it is closed, and then the page is there", async () => {
    const { browser, site } = await withDialog();
    const refused = await browser.call("browser_snapshot");
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.model)).toContain("Mind the gap");
    // A hand over asks for the tabs, and must not take it that there are none.
    expect(await browser.text("browser_tabs", { action: "list" })).toContain(`${site.url}/alert`);
    const closed = await browser.text("browser_handle_dialog", { accept: true });
    expect(closed).toContain(`Page URL: ${site.url}/alert`);
    expect(await browser.text("browser_snapshot")).toContain("Get it");
  });

  it("can be asked to be closed when nobody has one open any more: that is a result, not a wait", async () => {
    const { browser } = await withDialog();
    await browser.call("browser_handle_dialog", { accept: true });
    const again = await browser.call("browser_handle_dialog", { accept: true });
    expect(again.isError).toBe(true);
    expect(JSON.stringify(again.model)).toContain("modal state");
  });
});
