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

const saving = (args: Readonly<Record<string, unknown>>, tool = "browser_take_screenshot") => ({
  tool,
  arguments: args,
});

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
    const earlier = EarlierFile.setAside(saving({ filename: "browser/a.png" }), folder);
    write("browser/a.png", "new");
    const rename = earlier?.settle();
    expect(read("browser/a.png")).toBe("old");
    expect(read("browser/a (2).png")).toBe("new");
    const place = path.join(folder, "browser/a (2).png");
    expect(rename?.("- [Screenshot](./browser/a.png)\n- [other](b.png)")).toBe(
      `- [Screenshot](${place})\n- [other](b.png)`,
    );
  });

  it("is told apart also where its folder or its name has brackets in it", () => {
    const { folder, write } = workspace({ "mine (1)/a (2).png": "old" });
    const earlier = EarlierFile.setAside(saving({ filename: "mine (1)/a (2).png" }), folder);
    write("mine (1)/a (2).png", "new");
    const rename = earlier?.settle();
    expect(rename?.(`- [Screenshot](${folder}/mine (1)/a (2).png)`)).toBe(
      `- [Screenshot](${folder}/mine (1)/a (2) (2).png)`,
    );
  });

  it("counts on where names are taken", () => {
    const { folder, write, read } = workspace({ "a.png": "1", "a (2).png": "2" });
    const earlier = EarlierFile.setAside(saving({ filename: "a.png" }), folder);
    write("a.png", "3");
    earlier?.settle();
    expect([read("a.png"), read("a (2).png"), read("a (3).png")]).toEqual(["1", "2", "3"]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("is there again when the call wrote nothing", () => {
    const { folder, read } = workspace();
    const rename = EarlierFile.setAside(saving({ filename: "browser/a.png" }), folder)?.settle();
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
    expect(EarlierFile.setAside(saving(args), folder)).toBeNull();
    expect(existsSync(path.join(folder, "browser/a.png"))).toBe(true);
  });

  it.each(["browser_set_storage_state", "browser_run_code_unsafe", "browser_start_video"])(
    "stays where it is for %s, which does not write it then",
    (tool) => {
      const { folder, read } = workspace({ "state.json": "{}" });
      expect(EarlierFile.setAside(saving({ filename: "state.json" }, tool), folder)).toBeNull();
      expect(read("state.json")).toBe("{}");
    },
  );

  it("is no reason to fail where the workspace itself is gone", () => {
    const gone = path.join(tempFolder(), "gone");
    expect(EarlierFile.setAside(saving({ filename: "a.png" }), gone)).toBeNull();
  });

  it("is never one of another folder that a link leads to", () => {
    const outside = workspace({ "secret.png": "theirs" });
    const { folder } = workspace();
    symlinkSync(outside.folder, path.join(folder, "link"));
    expect(EarlierFile.setAside(saving({ filename: "link/secret.png" }), folder)).toBeNull();
    expect(outside.read("secret.png")).toBe("theirs");
  });
});
