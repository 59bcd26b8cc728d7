import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contentPolicy } from "../../../src-main/desktop/content-policy.ts";
import { staticFile } from "../../../src-main/desktop/static-files.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function site() {
  const parent = tempFolder();
  const folder = path.join(parent, "app");
  for (const name of ["app/assets", "app-evil"])
    mkdirSync(path.join(parent, name), { recursive: true });
  for (const file of [
    "app/index.html",
    "app/assets/a.js",
    "app/.env.js",
    "app/a.exe",
    "app-evil/x.js",
    "out.js",
  ]) {
    writeFileSync(path.join(parent, file), "");
  }
  symlinkSync(path.join(parent, "out.js"), path.join(folder, "link.js"));
  symlinkSync(parent, path.join(folder, "up"));
  return folder;
}

describe("the window's own files (S21)", () => {
  it("are served with the type of their ending", () => {
    const folder = site();
    expect(staticFile(folder, "/index.html")?.type).toContain("text/html");
    expect(staticFile(folder, "/assets/a.js")?.file).toBe(path.join(folder, "assets/a.js"));
  });

  it("are all that is served, whatever the address looks like", () => {
    const folder = site();
    const hostile = [
      ...["/", "", "/assets", "/assets/", "/nope.js", "/a.exe", "/.env.js", "/assets/../.env.js"],
      ...[
        "/../out.js",
        "/assets/../../out.js",
        "/%2e%2e/out.js",
        "/%2e%2e%2fout.js",
        "/..%2fout.js",
      ],
      ...[
        "/%252e%252e/out.js",
        "/..%5cout.js",
        "/..\\out.js",
        "/../app-evil/x.js",
        "/%2e%2e/app-evil/x.js",
      ],
      ...["/index.html%00.js", "/%00", "/%zz.js", "/link.js", "/up/out.js", "/up/app-evil/x.js"],
      ...[
        "//etc/passwd",
        "/C:/windows/x.js",
        "/index.html/",
        "/./index.html",
        "/INDEX.HTML/../../out.js",
      ],
      ...["/a.js::$DATA", "/\u2024\u2024/out.js", "/assets/a.js/../../../out.js", "/....//out.js"],
    ];
    expect(hostile.map((pathname) => staticFile(folder, pathname)).filter(Boolean)).toEqual([]);
  });
});

describe("the content policy (S19)", () => {
  it("names nothing remote, no inline script and no eval", () => {
    const policy = contentPolicy("n0nce");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline|data:/);
    expect(policy).toContain("style-src-elem 'self' 'nonce-n0nce'");
  });
});
