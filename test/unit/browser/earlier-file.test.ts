import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EarlierFile } from "../../../src-main/browser/earlier-file.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function workspace(files: Readonly<Record<string, string>> = { "browser/a.png": "old" }) {
  const folder = tempFolder();
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return { folder, write, read: (name: string) => readFileSync(path.join(folder, name), "utf8") };
}

describe("a file that a call would write over", () => {
  it("keeps its name and content, and the new one gets a free name that the result tells", () => {
    const { folder, write, read } = workspace();
    const earlier = EarlierFile.setAside({ filename: "browser/a.png" }, folder);
    write("browser/a.png", "new");
    const rename = earlier?.settle();
    expect(read("browser/a.png")).toBe("old");
    expect(read("browser/a (2).png")).toBe("new");
    expect(rename?.("- [Screenshot](./browser/a.png), [other](b.png)")).toBe(
      "- [Screenshot](browser/a (2).png), [other](b.png)",
    );
  });

  it("counts on where names are taken", () => {
    const { folder, write, read } = workspace({ "a.png": "1", "a (2).png": "2" });
    const earlier = EarlierFile.setAside({ filename: "a.png" }, folder);
    write("a.png", "3");
    earlier?.settle();
    expect([read("a.png"), read("a (2).png"), read("a (3).png")]).toEqual(["1", "2", "3"]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("is there again when the call wrote nothing", () => {
    const { folder, read } = workspace();
    const rename = EarlierFile.setAside({ filename: "browser/a.png" }, folder)?.settle();
    expect(read("browser/a.png")).toBe("old");
    expect(readdirSync(path.join(folder, "browser"))).toEqual(["a.png"]);
    expect(rename?.("[x](browser/a.png)")).toBe("[x](browser/a.png)");
  });

  it.each([
    ["names no file", {}],
    ["names a new one", { filename: "browser/b.png" }],
    ["names a folder", { filename: "browser" }],
    ["names something outside", { filename: "../elsewhere.png" }],
    ["names what is no text", { filename: 7 }],
  ])("is not touched by a call that %s", (_what, args) => {
    const { folder } = workspace();
    expect(EarlierFile.setAside(args, folder)).toBeNull();
    expect(existsSync(path.join(folder, "browser/a.png"))).toBe(true);
  });

  it("is never one of another folder that a link leads to", () => {
    const outside = workspace({ "secret.png": "theirs" });
    const { folder } = workspace();
    symlinkSync(outside.folder, path.join(folder, "link"));
    expect(EarlierFile.setAside({ filename: "link/secret.png" }, folder)).toBeNull();
    expect(outside.read("secret.png")).toBe("theirs");
  });
});
