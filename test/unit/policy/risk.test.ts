import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownBrowserTools } from "../../../src-main/policy/browser-tools.ts";
import { riskOf, siteOfCall, type Arguments } from "../../../src-main/policy/risk.ts";
import { recordedTools, recordedVersion } from "./recorded-browser-tools.ts";

const PAGE = "https://portal.example/claims";
const SITE = "https://portal.example";

describe("the table of browser tools", () => {
  it("was made for the bundled version of the browser server", () => {
    const packageFile = new URL("../../../package.json", import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(packageFile, "utf8"));
    expect(dependencies["@playwright/mcp"]).toBe(recordedVersion);
  });

  it("knows every tool of it, and no other", () => {
    expect([...knownBrowserTools].sort()).toEqual([...recordedTools].sort());
  });
});

describe("the risk of a browser call", () => {
  it.each<[string, Arguments]>([
    ["browser_snapshot", {}],
    ["browser_take_screenshot", { fullPage: true }],
    ["browser_find", { text: "claim" }],
    ["browser_console_messages", { level: "error" }],
    ["browser_network_requests", { static: false }],
    ["browser_network_request", { index: 1 }],
    ["browser_wait_for", { text: "Done" }],
    ["browser_tabs", { action: "list" }],
    ["browser_tabs", { action: "select", index: 1 }],
    ["browser_tabs", { action: "new" }],
    ["browser_close", {}],
    ["browser_resize", { width: 800, height: 600 }],
    ["browser_emulate_media", { colorScheme: "dark" }],
    ["browser_verify_text_visible", { text: "Done" }],
    ["browser_generate_locator", { target: "e1" }],
    ["browser_get_config", {}],
    ["browser_pdf_save", {}],
  ])("of %s %j is reading", (tool, args) => {
    expect(riskOf(tool, args)).toBe("read");
  });

  it.each<[string, Arguments]>([
    ["browser_navigate", { url: "https://example.com" }],
    ["browser_navigate_back", {}],
    ["browser_click", { target: "e1" }],
    ["browser_type", { target: "e1", text: "x" }],
    ["browser_press_key", { key: "Enter" }],
    ["browser_fill_form", { fields: [] }],
    ["browser_handle_dialog", { accept: true }],
    ["browser_mouse_click_xy", { x: 1, y: 1 }],
    ["browser_tabs", { action: "new", url: "https://example.com" }],
    ["browser_tabs", { action: "close" }],
    ["browser_tabs", { action: "explode" }],
    ["browser_tabs", {}],
    ["browser_file_upload", {}],
    ["browser_file_upload", { paths: [] }],
    ["browser_drop", { target: "e1", data: { "text/plain": "x" } }],
    ["browser_cookie_list", {}],
    ["browser_localstorage_get", { name: "token" }],
    ["browser_highlight", { target: "e1", style: "background: url(https://evil.example)" }],
  ])("of %s %j is acting", (tool, args) => {
    expect(riskOf(tool, args)).toBe("act");
  });

  it.each<[string, Arguments, string]>([
    ["browser_file_upload", { paths: ["/home/ada/cv.pdf"] }, "upload"],
    ["browser_file_upload", { paths: "/home/ada/cv.pdf" }, "upload"],
    ["browser_drop", { target: "e1", paths: ["/home/ada/cv.pdf"] }, "upload"],
    ["browser_evaluate", { function: "() => 1" }, "run-code"],
    ["browser_run_code_unsafe", { code: "1" }, "run-code"],
    ["browser_route", { pattern: "**", body: "<script>" }, "run-code"],
    ["browser_navigate", { url: "javascript:alert(1)" }, "run-code"],
    ["browser_navigate", { url: " java\tscript:alert(1)" }, "run-code"],
    ["browser_tabs", { action: "new", url: "JavaScript:alert(1)" }, "run-code"],
    ["browser_storage_state", {}, "download"],
    ["browser_start_tracing", {}, "download"],
  ])("of %s %j is %s", (tool, args, risk) => {
    expect(riskOf(tool, args)).toBe(risk);
  });

  it("of a tool that nobody knows is acting, also when it bears the name of something built in", () => {
    const unknown = fc.string().filter((tool) => !knownBrowserTools.includes(tool));
    const builtIn = fc.constantFrom("constructor", "__proto__", "toString", "browser_Snapshot");
    fc.assert(
      fc.property(fc.oneof(unknown, builtIn), (tool) => {
        expect(riskOf(tool, {})).toBe("act");
        expect(siteOfCall(tool, {}, PAGE)).toBeNull();
      }),
    );
  });
});

describe("the site of a browser call", () => {
  it("is the page's for what works on the page", () => {
    expect(siteOfCall("browser_click", {}, PAGE)).toBe(SITE);
  });

  it("is not known while the page is not", () => {
    expect(siteOfCall("browser_click", {}, null)).toBeNull();
    expect(siteOfCall("browser_click", {}, "about:blank")).toBeNull();
  });

  it.each<[string, Arguments]>([
    ["browser_navigate", { url: "https://other.example/x" }],
    ["browser_navigate", { url: "other.example" }],
    ["browser_tabs", { action: "new", url: "https://other.example/x" }],
  ])("is that of the address for %s %j", (tool, args) => {
    expect(siteOfCall(tool, args, PAGE)).toBe("https://other.example");
  });

  it.each<[string, Arguments]>([
    ["browser_navigate", {}],
    ["browser_navigate", { url: ["https://portal.example"] }],
    ["browser_navigate", { url: "data:text/html,x" }],
    ["browser_tabs", { action: "new", url: "" }],
    ["browser_tabs", { action: "new", url: null }],
  ])("is not the page's when %s %j names none", (tool, args) => {
    expect(siteOfCall(tool, args, PAGE)).toBeNull();
  });

  it.each([
    "browser_cookie_list",
    "browser_storage_state",
    "browser_route",
    "browser_set_storage_state",
  ])("is unknown for %s, which reaches beyond the page", (tool) => {
    expect(siteOfCall(tool, {}, PAGE)).toBeNull();
  });
});
