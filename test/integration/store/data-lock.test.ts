import path from "node:path";
import { describe, expect, it } from "vitest";
import { openRecords } from "../../../src-main/store/open-records.ts";
import { openStore } from "../../../src-main/store/store.ts";
import { childProgram, startChild, type RunningChild } from "../../support/child-program.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const inUse = expect.objectContaining({ code: "data-in-use" });

async function holderOf(folder: string): Promise<RunningChild> {
  const program = await childProgram(path.join(import.meta.dirname, "holder.ts"));
  const holder = startChild(program, [folder]);
  for await (const _line of holder.lines) break;
  return holder;
}

describe("a data folder", () => {
  it("is refused, with a sentence, while another process has it", async () => {
    const folder = tempFolder();
    await holderOf(folder);
    expect(() => openStore(folder)).toThrow(inUse);
    await expect(openRecords(folder)).rejects.toThrow(inUse);
  });

  it("is free again as soon as that process was killed: nothing has to be cleared away", async () => {
    const folder = tempFolder();
    const holder = await holderOf(folder);
    holder.child.kill("SIGKILL");
    await holder.ended;
    expect(() => openStore(folder).close()).not.toThrow();
  });

  it("is refused within the same process too, until it is closed", () => {
    const folder = tempFolder();
    const store = openStore(folder);
    expect(() => openStore(folder)).toThrow(inUse);
    store.close();
    expect(() => openStore(folder).close()).not.toThrow();
  });
});
