import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { pageIn } from "../../../src-main/browser/page-report.ts";
import { inlineSnapshots } from "../../../src-main/browser/snapshot-files.ts";
import { tempFolder } from "../../support/temp-folder.ts";

describe("what the browser server writes to files (M22)", () => {
  it("stands in the place of the link to it", () => {
    const workspace = tempFolder();
    mkdirSync(path.join(workspace, "browser"));
    writeFileSync(path.join(workspace, "browser/page-1.yml"), '- button "Go" [ref=e1]\n');
    expect(inlineSnapshots("### Snapshot\n- [Snapshot](browser/page-1.yml)", workspace)).toBe(
      '### Snapshot\n```yaml\n- button "Go" [ref=e1]\n```',
    );
  });

  it("stays a link when it leads out of the workspace, by dots or by a symlink, or nowhere", () => {
    const [workspace, outside] = [tempFolder(), tempFolder()];
    writeFileSync(path.join(outside, "secret.yml"), "secret");
    symlinkSync(outside, path.join(workspace, "link"));
    for (const file of [
      `${outside}/secret.yml`,
      `../${path.basename(outside)}/secret.yml`,
      "link/secret.yml",
      "no.yml",
    ]) {
      const link = `- [Snapshot](${file})`;
      expect(inlineSnapshots(link, workspace)).toBe(link);
    }
  });
});

describe("the page in a result", () => {
  it("is the one that the server tells of", () => {
    const text = "### Page\n- Page URL: https://a.example/x\n- Page Title: A: b\n";
    expect(pageIn({ content: [{ type: "text", text }] })).toEqual({
      url: "https://a.example/x",
      title: "A: b",
    });
  });

  it("is the current one of a list of tabs", () => {
    const text =
      "### Result\n- 0: [A](https://a.example/)\n- 1: (current) [B [b]](https://b.example/)";
    expect(pageIn({ content: [{ type: "text", text }] })).toEqual({
      url: "https://b.example/",
      title: "B [b]",
    });
  });

  it("is none where it tells of none", () => {
    expect(pageIn({ content: [{ type: "image" }, { type: "text", text: "ok" }] })).toBeNull();
    expect(pageIn({})).toBeNull();
  });
});
