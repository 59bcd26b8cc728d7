import {
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_LISTED_FILES } from "../../../src-preload/contract/limits.ts";
import {
  FILES_BUDGET_BYTES,
  listSavedFiles,
  outputFolderOf,
  placeOfSavedFile,
  removeSavedFiles,
} from "../../../src-main/browser/saved-files.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A workspace with these files, the first the oldest. */
function workspaceWith(...files: readonly string[]) {
  const workspace = tempFolder();
  for (const [index, file] of files.entries()) {
    const place = path.join(workspace, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, "four");
    utimesSync(place, index + 1, index + 1);
  }
  return workspace;
}

describe("what the browser has saved (M22)", () => {
  it("is listed oldest first, with sizes and their sum, from its own folder alone", async () => {
    const workspace = workspaceWith(
      "browser/downloads/b.csv",
      "browser/a.pdf",
      ".pilothouse/browser-profile/Cookies",
      "notes.txt",
    );
    expect(await listSavedFiles(workspace)).toEqual({
      files: [
        { path: "browser/downloads/b.csv", bytes: 4, savedAt: 1_000 },
        { path: "browser/a.pdf", bytes: 4, savedAt: 2_000 },
      ],
      count: 2,
      totalBytes: 8,
      budgetBytes: FILES_BUDGET_BYTES,
    });
  });

  it("is nothing before the browser has ever saved anything", async () => {
    expect(await listSavedFiles(tempFolder())).toMatchObject({ files: [], totalBytes: 0 });
  });

  it("is counted to the end, also where the list ends sooner", async () => {
    const names = Array.from({ length: MAX_LISTED_FILES + 5 }, (_, index) => `browser/${index}`);
    const { files, count, totalBytes } = await listSavedFiles(workspaceWith(...names));
    expect(files).toHaveLength(MAX_LISTED_FILES);
    expect([count, totalBytes]).toEqual([names.length, 4 * names.length]);
  });

  it("does not reach through links, neither of files nor of folders", async () => {
    const [workspace, other] = [workspaceWith("browser/a"), workspaceWith("secret")];
    symlinkSync(path.join(other, "secret"), path.join(workspace, "browser/link"));
    symlinkSync(other, path.join(workspace, "browser/folder"));
    expect((await listSavedFiles(workspace)).files.map((file) => file.path)).toEqual(["browser/a"]);
    const linked = tempFolder();
    symlinkSync(other, path.join(linked, "browser"));
    expect(await listSavedFiles(linked)).toMatchObject({ count: 0 });
    expect(outputFolderOf(linked)).toBeNull();
  });
});

describe("the removal of what the browser has saved", () => {
  it("takes what was chosen, and no fault at what has gone already", async () => {
    const workspace = workspaceWith("browser/a", "browser/b", "browser/downloads/c");
    await removeSavedFiles(workspace, ["browser/a", "browser/downloads/c", "browser/gone"]);
    const { files } = await listSavedFiles(workspace);
    expect(files.map((file) => file.path)).toEqual(["browser/b"]);
  });

  it.each([
    "notes.txt",
    ".pilothouse/browser-profile/Cookies",
    "browser/../notes.txt",
    "browser/../.pilothouse/browser-profile/Cookies",
    "browser/link",
    "browser/folder/secret",
    "../outside",
  ])("never touches %s, and then removes nothing at all", async (named) => {
    const files = ["browser/a", "notes.txt", ".pilothouse/browser-profile/Cookies"];
    const [workspace, other] = [workspaceWith(...files), workspaceWith("secret")];
    symlinkSync(path.join(workspace, "notes.txt"), path.join(workspace, "browser/link"));
    symlinkSync(other, path.join(workspace, "browser/folder"));
    writeFileSync(path.join(workspace, "../outside"), "");
    await expect(removeSavedFiles(workspace, ["browser/a", named])).rejects.toMatchObject({
      code: "file-not-saved-here",
    });
    for (const file of files) expect(existsSync(path.join(workspace, file))).toBe(true);
    expect(readdirSync(other)).toEqual(["secret"]);
  });

  it("knows a file's place for the file manager by the same rule", () => {
    const workspace = workspaceWith("browser/a", "notes.txt");
    expect(placeOfSavedFile(workspace, "browser/a")).toBe(path.join(workspace, "browser/a"));
    expect(placeOfSavedFile(workspace, "browser/gone")).toBeNull();
    expect(() => placeOfSavedFile(workspace, "notes.txt")).toThrow(/no file that the browser/);
  });
});
