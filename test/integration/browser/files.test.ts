import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BrowserServer } from "../../support/browser-server.ts";
import { BrowserSite } from "./browser-site.ts";

async function opened(query = "") {
  const site = await BrowserSite.start();
  const browser = new BrowserServer({ options: { capabilities: ["pdf"] } });
  const open = (next: string) => browser.call("browser_navigate", { url: `${site.url}/${next}` });
  await open(query);
  return { site, browser, open };
}

/** Clicks the link on the page, and waits for what it downloads where one result came too early for it. */
async function download(browser: BrowserServer) {
  const clicked = await browser.call("browser_click", { target: "a" });
  return clicked.files ?? (await browser.call("browser_wait_for", { time: 1 })).files;
}

describe("what the browser downloads (B10.11)", () => {
  it("is kept under the suggested name, twice the same name as two files", async () => {
    const { browser, open } = await opened("?name=report (1).csv&holds=one");
    expect(await download(browser)).toEqual([
      { name: "report (1).csv", path: "browser/downloads/report (1).csv", bytes: 3 },
    ]);
    await open("?name=report (1).csv&holds=two!");
    expect(await download(browser)).toMatchObject([{ name: "report (1) (2).csv", bytes: 4 }]);
    const kept = readFileSync(path.join(browser.workspace, "browser/downloads/report (1).csv"));
    expect(kept.toString()).toBe("one");
  });

  it("is two files also where both have one name and nothing was asked of the browser in between", async () => {
    const { browser } = await opened("?name=a b.csv&holds=one");
    const both = `() => {
      const get = (holds) => {
        const link = document.createElement("a");
        link.href = "/file?name=a%20b.csv&holds=" + holds;
        link.click();
      };
      get("one");
      setTimeout(() => get("two!"), 300);
    }`;
    const first = await browser.call("browser_evaluate", { function: both });
    const then = await browser.call("browser_wait_for", { time: 2 });
    const files = [...(first.files ?? []), ...(then.files ?? [])];
    expect(files.map(({ name }) => name)).toEqual(["a b.csv", "a b (2).csv"]);
    const kept = files.map((file) => readFileSync(path.join(browser.workspace, file.path), "utf8"));
    expect(kept).toEqual(["one", "two!"]);
    expect(JSON.stringify(then.model)).not.toContain("a-b-2");
  });

  it.each(["../../x.sh", "CON.txt"])("stays inside whatever its name is: %s", async (name) => {
    const { browser } = await opened(`?name=${encodeURIComponent(name)}&holds=x`);
    const [file] = (await download(browser)) ?? [];
    expect(path.posix.dirname(file?.path ?? "")).toBe("browser/downloads");
    expect(readdirSync(path.dirname(browser.workspace))).toEqual(["workspace"]);
  });
});

describe("a download whose name is longer than a file system takes (B10.11)", () => {
  it.each([
    ["of many letters", `${"report ".repeat(43)}.csv`, "csv"],
    ["of letters that take two bytes each", `${"отчёт".repeat(40)}.csv`, "csv"],
    ["without an ending", "x".repeat(300), ""],
  ])("is kept under the beginning of it: one %s", async (_what, name, ending) => {
    const { browser } = await opened(`?name=${encodeURIComponent(name)}&holds=kept`);
    const [file] = (await download(browser)) ?? [];
    expect(file?.bytes).toBe(4);
    expect(file?.name.slice(0, 20)).toBe(name.slice(0, 20));
    expect(path.extname(file?.name ?? "")).toBe(ending && `.${ending}`);
    const kept = readFileSync(path.join(browser.workspace, file?.path ?? ""));
    expect(kept.toString()).toBe("kept");
  });
});

describe("what the browser writes because it was asked to (M22)", () => {
  it("is told of as a file", async () => {
    const { browser } = await opened();
    const { files } = await browser.call("browser_pdf_save", { filename: "browser/a page.pdf" });
    expect(files).toMatchObject([{ name: "a page.pdf", path: "browser/a page.pdf" }]);
  });

  it("never takes the place of an earlier file of the same name, in thread or on disk", async () => {
    const { browser, open } = await opened();
    const first = await browser.call("browser_pdf_save", { filename: "browser/page.pdf" });
    expect(JSON.stringify(first.model)).toContain(`${browser.workspace}/browser/page.pdf`);
    expect(JSON.stringify(first.model)).not.toContain("Ran Playwright code");
    const before = readFileSync(path.join(browser.workspace, "browser/page.pdf"));
    await open("?name=another");
    const second = await browser.call("browser_pdf_save", { filename: "browser/page.pdf" });
    expect(first.files).toMatchObject([{ path: "browser/page.pdf" }]);
    expect(second.files).toMatchObject([{ path: "browser/page (2).pdf" }]);
    expect(JSON.stringify(second.model)).toContain("browser/page (2).pdf");
    expect(readFileSync(path.join(browser.workspace, "browser/page.pdf")).equals(before)).toBe(
      true,
    );
  });

  it("is read by the tools that read it, which takes it from nobody", async () => {
    const browser = new BrowserServer({ options: { capabilities: ["storage"] } });
    await browser.call("browser_navigate", { url: (await BrowserSite.start()).url });
    await browser.call("browser_storage_state", { filename: "browser/state.json" });
    const text = await browser.text("browser_set_storage_state", {
      filename: "browser/state.json",
    });
    expect(text).toContain("Storage state restored");
  });

  it("is nothing more than a picture when it is a picture without a name", async () => {
    const { browser } = await opened();
    const { files, model } = await browser.call("browser_take_screenshot");
    expect(files).toBeUndefined();
    expect(model.map(({ type }) => type)).toContain("image");
  });
});

describe("a file that is to be uploaded (B10.7)", () => {
  const upload = async (place: (workspace: string) => string) => {
    const { browser, site } = await opened();
    await browser.call("browser_click", { target: "input[type=file]" });
    const paths = [place(browser.workspace)];
    const result = await browser.call("browser_file_upload", { paths });
    await browser.call("browser_wait_for", { time: 0.5 });
    return { result, site };
  };

  it("is sent when it lies in the workspace, also with a blank in its name", async () => {
    const { result, site } = await upload((workspace) => {
      writeFileSync(path.join(workspace, "my photo.txt"), "a photo");
      return path.join(workspace, "my photo.txt");
    });
    expect(result.isError).toBe(false);
    expect(site.uploads.join()).toContain("a photo");
  });

  it("is refused when it lies elsewhere, also behind a link", async () => {
    const { result, site } = await upload((workspace) => {
      mkdirSync(path.join(workspace, "etc"));
      symlinkSync("/etc/hosts", path.join(workspace, "etc/hosts"));
      return path.join(workspace, "etc/hosts");
    });
    expect(result.isError).toBe(true);
    expect(site.uploads).toEqual([]);
  });
});
