import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { readResult } from "../../../src-main/conversations/read-result.ts";
import { FileStore } from "../../../src-main/store/files/file-store.ts";
import { ToolResult } from "../../../src-preload/model/tool-call.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** The model's share of one text, with some room for the mark of what was left out; in bytes. */
const MOST_BYTES = 52_000;

function read(text: string, isBrowser: boolean, workspace = tempFolder()) {
  const files = new FileStore(path.join(tempFolder(), "files"), silentLogger);
  const raw = { content: [{ type: "text", text }] };
  return readResult(raw, { isBrowser, workspace, files, redactor: new Redactor() });
}

it("caps a snapshot that is read from a file as any other text (B10.5)", () => {
  const workspace = tempFolder();
  writeFileSync(path.join(workspace, "page.yml"), "- text: x\n".repeat(60_000));
  const [block] = read("### Snapshot\n- [Snapshot](page.yml)", true, workspace).model;
  const text = block?.type === "text" ? block.text : "";
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
  expect(text).toContain("bytes left out of");
});

it("has the files of the browser in a form that can be kept, and moves none for other servers", () => {
  const workspace = tempFolder();
  mkdirSync(path.join(workspace, "browser"));
  writeFileSync(path.join(workspace, "browser/a.csv"), "1");
  const text = '- Downloaded file a.csv to "browser/a.csv"';
  expect(read(text, false, workspace)).not.toHaveProperty("files");
  const result = read(text, true, workspace);
  expect(result.files).toEqual([{ name: "a.csv", path: "browser/downloads/a.csv", bytes: 1 }]);
  expect(ToolResult.parse(result)).toEqual(result);
});
