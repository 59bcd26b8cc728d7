import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src-main/desktop/arguments.ts";
import { DraggedCopies } from "../../../src-main/desktop/dragged-copies.ts";
import { SHEET_PX, sheetBitmap } from "../../../src-main/desktop/sheet-bitmap.ts";
import { isOpenable } from "../../../src-main/desktop/openable-link.ts";
import { pictureName } from "../../../src-main/desktop/picture-name.ts";
import { tempFolder } from "../../support/temp-folder.ts";

describe("a link that may be opened outside (S08)", () => {
  it.each(["https://example.com/a?b#c", "mailto:a@b.example"])("is %s", (url) =>
    expect(isOpenable(url)).toBe(true),
  );

  it.each([
    ...[
      "http://example.com",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,x",
      "smb://h/s",
    ],
    ...[
      "ms-msdt:/id",
      "vscode://x",
      "https://user:pw@example.com",
      "https://user@example.com",
      "https://",
      "x",
    ],
    ...[
      "https://a.example/\nb",
      " https://a.example",
      "ht\ttps://a.example",
      "https:\u0000//a",
      "\\\\host\\share",
    ],
  ])("is not %j", (url) => expect(isOpenable(url)).toBe(false));
});

describe("the name of a picture that leaves the window (M34)", () => {
  const at = new Date(2026, 10, 30, 14, 31, 52).getTime();

  it("tells site and time", () => {
    expect(pictureName("https://portal.example:8443/a/b", at, "image/png")).toBe(
      "portal.example-2026-11-30-143152.png",
    );
  });

  it("is a plain one where there is no site, and never a path", () => {
    expect(pictureName(null, at, "image/jpeg")).toBe("picture-2026-11-30-143152.jpg");
    expect(pictureName("file:///../../etc", at, "image/png")).toMatch(/^picture-/);
  });
});

describe("copies for a drag", () => {
  it("are made once for a file, numbered for two of the same name, and gone at the end", () => {
    const folder = tempFolder();
    const [one, two] = ["one", "two"].map((name) => path.join(folder, name));
    for (const file of [one, two]) writeFileSync(file ?? "", path.basename(file ?? ""));
    const copies = new DraggedCopies();
    const first = copies.copyOf(one ?? "", "a.png");
    expect(copies.copyOf(one ?? "", "a.png")).toBe(first);
    expect(path.basename(first)).toBe("a.png");
    const second = copies.copyOf(two ?? "", "a.png");
    expect(path.basename(second)).toBe("a-2.png");
    expect(readFileSync(second, "utf8")).toBe("two");
    copies.dispose();
    expect(existsSync(first)).toBe(false);
    expect(readFileSync(one ?? "", "utf8")).toBe("one");
  });
});

describe("copies of files that are written to", () => {
  it("are made anew when the file is another one, and numbered also without an ending", () => {
    const file = path.join(tempFolder(), "LOG");
    writeFileSync(file, "one");
    const copies = new DraggedCopies();
    const first = copies.copyOf(file, "LOG", "1");
    writeFileSync(file, "two");
    const second = copies.copyOf(file, "LOG", "2");
    expect(path.basename(second)).toBe("LOG-2");
    expect([first, second].map((copy) => readFileSync(copy, "utf8"))).toEqual(["one", "two"]);
    copies.dispose();
  });
});

describe("the icon of a file for which the system has none", () => {
  it("is a sheet of paper of the size that it says", () => {
    const pixels = sheetBitmap();
    expect(pixels).toHaveLength(SHEET_PX * SHEET_PX * 4);
    const middle = (SHEET_PX / 2) * SHEET_PX * 4 + (SHEET_PX / 2) * 4;
    expect([...pixels.subarray(middle, middle + 4)]).toEqual([255, 255, 255, 255]);
    expect(pixels[3]).toBe(0);
  });
});

describe("what the app is started with", () => {
  it("switches the browser's sandbox off in a development tree alone (M24)", () => {
    expect(readArguments(["--browser-sandbox=off"], false).sandbox).toBe("off");
    expect(readArguments(["--browser-sandbox", "off"], true).sandbox).toBe("on");
  });

  it("has a folder for the tour only when one is to be taken", () => {
    expect(readArguments(["--tour", "--out", "/x"], false).tourOut).toBe("/x");
    expect(readArguments(["--out", "/x"], false).tourOut).toBeNull();
  });
});
