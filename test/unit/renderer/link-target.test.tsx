import { expect, test } from "vitest";
import { linkTarget } from "../../../src-renderer/markdown/link-target.ts";

test("a web address can be opened and names its host", () => {
  expect(linkTarget("https://portal.example/a", "the portal")).toEqual({
    url: "https://portal.example/a",
    place: "portal.example",
    misleading: false,
  });
});

test.each([
  ["http://portal.example/"],
  ["javascript:alert(1)"],
  ["file:///etc/passwd"],
  ["vscode://file/x"],
  ["data:text/html,x"],
  ["/relative"],
  ["#note"],
])("%s is not opened", (href) => {
  expect(linkTarget(href, "here").url).toBeNull();
});

test("a text that names another host is called misleading", () => {
  expect(linkTarget("https://evil.example/", "https://bank.example/login").misleading).toBe(true);
  expect(linkTarget("https://evil.example/", "bank.example").misleading).toBe(true);
});

test("a text that names the same host is not", () => {
  expect(linkTarget("https://bank.example/x", "bank.example").misleading).toBe(false);
  expect(linkTarget("https://www.bank.example/", "bank.example").misleading).toBe(false);
  expect(linkTarget("https://bank.example/", "read more").misleading).toBe(false);
});

test("a host in other letters is shown in its ASCII form", () => {
  expect(linkTarget("https://аpple.com/", "apple.com")).toMatchObject({
    place: "xn--pple-43d.com",
    misleading: true,
  });
});

test("a mail address can be opened and names itself", () => {
  expect(linkTarget("mailto:desk@portal.example", "mail us at portal.example")).toEqual({
    url: "mailto:desk@portal.example",
    place: "desk@portal.example",
    misleading: false,
  });
});
