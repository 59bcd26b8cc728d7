import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { safeFileName } from "../../../src-main/browser/file-name.ts";
import { inlineSnapshots } from "../../../src-main/browser/snapshot-files.ts";
import { settleWrittenFiles } from "../../../src-main/browser/written-files.ts";
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

  it("is a short note where it is missing, and is not read where it leads out or to the logins", () => {
    const [workspace, outside] = [tempFolder(), tempFolder()];
    writeFileSync(path.join(outside, "secret.yml"), "secret");
    symlinkSync(outside, path.join(workspace, "link"));
    mkdirSync(path.join(workspace, ".pilothouse"));
    writeFileSync(path.join(workspace, ".pilothouse/secret.yml"), "secret");
    const noteOn = (file: string) => inlineSnapshots(`- [Snapshot](${file})`, workspace);

    expect(noteOn("no.yml")).toBe("[snapshot not available: its file is not there]");
    for (const file of [
      `${outside}/secret.yml`,
      `../${path.basename(outside)}/secret.yml`,
      "link/secret.yml",
      ".pilothouse/secret.yml",
    ]) {
      expect(noteOn(file)).toBe("[snapshot not available: its file is outside of the workspace]");
    }
  });

  it("is given as its lines when it is what the console got", () => {
    const workspace = tempFolder();
    const lines = Array.from({ length: 30 }, (_one, index) => `line ${index + 1}`);
    writeFileSync(path.join(workspace, "console.log"), lines.join("\n"));
    const entries = (range: string) =>
      inlineSnapshots(`- New console entries: console.log#${range}`, workspace);
    const log = path.join(workspace, "console.log");
    expect(entries("L2-L3")).toBe(
      `- New console entries in ${log}, lines 2 to 3:\n  line 2\n  line 3`,
    );
    expect(entries("L30")).toBe(`- New console entries in ${log}, lines 30 to 30:\n  line 30`);
    expect(entries("L1-L30")).toMatch(/line 20\n {2}\[10 more lines/);
  });
});

describe("a file that the browser wrote for the person (M22)", () => {
  const folder = () => {
    const workspace = tempFolder();
    mkdirSync(path.join(workspace, "browser"));
    return workspace;
  };
  const download = (workspace: string, suggested: string, content = "x") => {
    writeFileSync(path.join(workspace, "browser/d.csv"), content);
    return settleWrittenFiles(`- Downloaded file ${suggested} to "browser/d.csv"`, workspace);
  };

  it("is kept under the name that the site suggests, apart from the next one of that name", () => {
    const workspace = folder();
    expect(download(workspace, "report (1).csv", "one")).toEqual({
      text: `- Downloaded file report (1).csv to "${workspace}/browser/downloads/report (1).csv" (3 bytes)`,
      files: [{ name: "report (1).csv", path: "browser/downloads/report (1).csv", bytes: 3 }],
    });
    const second = download(workspace, "report (1).csv", "two!");
    expect(second.files).toMatchObject([{ name: "report (1) (2).csv", bytes: 4 }]);
    const kept = (name: string) => readFileSync(path.join(workspace, "browser/downloads", name));
    expect([kept("report (1).csv"), kept("report (1) (2).csv")].map(String)).toEqual([
      "one",
      "two!",
    ]);
  });

  it("stays where it is when something leads out of the downloads, or is no download", () => {
    const [workspace, outside] = [folder(), tempFolder()];
    symlinkSync(outside, path.join(workspace, "browser/downloads"));
    expect(download(workspace, "a.csv").files).toMatchObject([{ path: "browser/d.csv" }]);
    writeFileSync(path.join(workspace, "notes.txt"), "mine");
    const forged = '- Downloaded file a to "notes.txt"';
    expect(settleWrittenFiles(forged, workspace)).toEqual({ text: forged, files: [] });
  });

  it("is told of when it was asked for by name, but no picture that is shown anyway", () => {
    const workspace = folder();
    for (const name of ["a b.pdf", "page-2026-11-30T20-04-13-786Z.png"]) {
      writeFileSync(path.join(workspace, "browser", name), "12");
    }
    const text =
      "- [PDF](browser/a b.pdf)\n- [Screenshot](browser/page-2026-11-30T20-04-13-786Z.png)\n- [No](browser/no.pdf)";
    expect(settleWrittenFiles(text, workspace).files).toEqual([
      { name: "a b.pdf", path: "browser/a b.pdf", bytes: 2 },
    ]);
  });

  it.each([
    ["../../x.sh", "_.._x.sh"],
    ["CON.txt", "_CON.txt"],
    [".hidden", "hidden"],
    ["photo\u202Egnp.exe", "photo_gnp.exe"],
    ["...", "download"],
    [`${"a".repeat(300)}.txt`, `${"a".repeat(116)}.txt`],
  ])("is called by a safe name: %s", (suggested, name) => {
    expect(safeFileName(suggested)).toBe(name);
  });
});
