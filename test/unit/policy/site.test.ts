import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, siteOf } from "../../../src-main/policy/site.ts";

describe("the site of an address", () => {
  it.each([
    ["https://example.com/path?query#part", "https://example.com"],
    ["HTTPS://EXAMPLE.com", "https://example.com"],
    ["https://example.com:443/", "https://example.com"],
    ["http://example.com:80/", "http://example.com"],
    ["https://example.com:8443/", "https://example.com:8443"],
    ["http://localhost:3000/", "http://localhost:3000"],
    ["http://127.0.0.1:8080/a", "http://127.0.0.1:8080"],
    ["http://0x7f.1/", "http://127.0.0.1"],
    ["http://[::1]:8080/", "http://[::1]:8080"],
    ["https://bücher.example/", "https://xn--bcher-kva.example"],
    ["https://ｅxample.com/", "https://example.com"],
    ["https://еxample.com/", "https://xn--xample-2of.com"],
    ["  https://example.com/\n", "https://example.com"],
    ["ht\ttps://example.com", "https://example.com"],
    ["https:example.com", "https://example.com"],
    ["https:\\\\example.com\\path", "https://example.com"],
  ])("%j is %s", (url, site) => {
    expect(siteOf(url)).toBe(site);
  });

  it.each([
    ["https://bank.example@evil.example/", "https://evil.example"],
    ["https://bank.example:pass@evil.example/", "https://evil.example"],
    ["https://bank.example%2f@evil.example/", "https://evil.example"],
    ["https://evil.example/https://bank.example/", "https://evil.example"],
    ["https://evil.example#@bank.example/", "https://evil.example"],
    ["https://evil.example?@bank.example/", "https://evil.example"],
    ["https://evil.example\\@bank.example/", "https://evil.example"],
    ["https://bank.example.evil.example/", "https://bank.example.evil.example"],
  ])("%j is no other's than that of %s", (url, site) => {
    expect(siteOf(url)).toBe(site);
  });

  it("differs between http and https, and between a host and one below it", () => {
    const sites = ["http://a.example", "https://a.example", "https://www.a.example"].map(siteOf);
    expect(new Set(sites).size).toBe(3);
  });

  it.each([
    "",
    "about:blank",
    "data:text/html,<h1>Bank</h1>",
    "chrome://settings",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "blob:https://example.com/0c1d",
    "view-source:https://example.com/",
    "ftp://example.com/",
    "example.com",
    "//example.com",
    "https://",
    "https://exa mple.com/",
    "https://example.com:99999/",
  ])("is unknown for %j", (url) => {
    expect(siteOf(url)).toBeNull();
  });

  it("is the same for every page of a site", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.webPath(), (url, path) => {
        const site = siteOf(url);
        expect(siteOf(`${site}${path}`)).toBe(site);
      }),
    );
  });

  it("never fails", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(siteOf(text) ?? "").toMatch(/^(https?:\/\/\S+)?$/);
      }),
    );
  });
});

describe("the address that the browser server makes of a text", () => {
  it.each([
    ["https://example.com", "https://example.com"],
    ["example.com/path", "https://example.com/path"],
    ["localhost", "http://localhost"],
    ["localhost/path", "http://localhost/path"],
    ["localhost.evil.example", "http://localhost.evil.example"],
    ["about:blank", "about:blank"],
    ["example.com:8080", "example.com:8080"],
  ])("%j is %j", (text, address) => {
    expect(addressOf(text)).toBe(address);
  });
});
