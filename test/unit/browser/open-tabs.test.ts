import { describe, expect, it } from "vitest";
import { MAX_TABS, tabsIn } from "../../../src-main/browser/open-tabs.ts";

const answer = (...lines: readonly string[]) => ({
  content: [{ type: "text", text: ["### Result", ...lines].join("\n") }],
});

describe("the tabs that the browser server lists", () => {
  it("knows each by its address, and which one is in front", () => {
    const raw = answer(
      "- 0: [One](https://a.example/)",
      "- 1: (current) [Two](http://b.example/x?y=1)",
    );
    expect(tabsIn(raw)).toEqual([
      { url: "https://a.example/", current: false },
      { url: "http://b.example/x?y=1", current: true },
    ]);
  });

  it("takes no address from a title", () => {
    const raw = answer("- 0: (current) [a](https://evil.example/) [b](https://true.example/)");
    expect(tabsIn(raw)).toEqual([{ url: "https://true.example/", current: true }]);
  });

  it("keeps the tab of a page that crashed", () => {
    expect(tabsIn(answer("- 0: (current) [](https://a.example/) [crashed]"))).toHaveLength(1);
  });

  it("leaves out what is no web page", () => {
    const raw = answer(
      "- 0: [](about:blank)",
      "- 1: [Disk](file:///etc/passwd)",
      "- 2: [](chrome://settings/)",
    );
    expect(tabsIn(raw)).toEqual([]);
  });

  it("takes no more than a person can have in sight", () => {
    const lines = Array.from({ length: MAX_TABS + 5 }, (_none, i) => `- ${i}: [t](http://a/${i})`);
    expect(tabsIn(answer(...lines))).toHaveLength(MAX_TABS);
  });

  it("finds none in an answer of another kind", () => {
    expect(tabsIn({})).toEqual([]);
    expect(tabsIn({ content: [{ type: "image" }, null, "x"] })).toEqual([]);
  });
});
