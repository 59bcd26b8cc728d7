import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { keepResult } from "../../../src-main/conversations/kept-results.ts";
import { sampleCall } from "../../fixtures/renderer-samples.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const model = [{ type: "text", text: "All of it" }] as const;
const call = sampleCall({ id: "c7", result: { isError: false, content: [], model } });

describe("a result that the model is sent no more", () => {
  it("is in the workspace as text", () => {
    const workspace = tempFolder();
    keepResult(workspace, call, silentLogger);
    expect(readFileSync(path.join(workspace, "results/c7.txt"), "utf8")).toBe("All of it");
  });

  it("is written through no link that a server has put there", () => {
    const [workspace, elsewhere] = [tempFolder(), tempFolder()];
    symlinkSync(elsewhere, path.join(workspace, "results"));
    keepResult(workspace, call, silentLogger);
    expect(existsSync(path.join(elsewhere, "c7.txt"))).toBe(false);
  });
});
