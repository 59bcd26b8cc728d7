import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { workspaceFolder } from "../../../src-main/conversations/folders.ts";
import {
  MAX_DRAGGED_BYTES,
  SavedFiles,
  type FileToDrag,
} from "../../../src-main/conversations/saved-files.ts";
import { savedFileHandlers } from "../../../src-main/ipc/handlers.ts";
import { requests } from "../../../src-preload/contract/requests.ts";
import { FakeModel } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";

/** A conversation whose browser has saved two files, and the window's requests about them. */
function withFiles(model = new FakeModel()) {
  const { conversations, data, create } = conversationsWith({ model });
  const conversationId = create();
  conversations.live(conversationId);
  const folder = path.join(workspaceFolder(data, conversationId), "browser");
  mkdirSync(folder);
  for (const name of ["a.csv", "b.csv"]) writeFileSync(path.join(folder, name), name);
  const shown: string[] = [];
  const dragged: FileToDrag[] = [];
  const handlers = savedFileHandlers({
    savedFiles: new SavedFiles({ data, conversations }),
    showInFolder: (place) => void shown.push(place),
    dragFiles: (files) => {
      dragged.push(...files);
      return Promise.resolve();
    },
  });
  return { conversations, conversationId, folder, handlers, shown, dragged };
}

describe("the requests about the browser's files (M22)", () => {
  it("list, remove and show them, as the contract has it", async () => {
    const { conversationId, folder, handlers, shown } = withFiles();
    const listed = await handlers.listBrowserFiles({ conversationId });
    expect(requests.listBrowserFiles.output.parse(listed)).toMatchObject({ totalBytes: 10 });
    const left = await handlers.removeBrowserFiles({ conversationId, paths: ["browser/a.csv"] });
    expect(requests.removeBrowserFiles.output.parse(left)).toMatchObject({
      files: [{ path: "browser/b.csv", bytes: 5 }],
    });
    await handlers.showBrowserFile({ conversationId, path: "browser/b.csv" });
    await handlers.showBrowserFile({ conversationId, path: null });
    expect(shown).toEqual([path.join(folder, "b.csv"), folder]);
    const gone = async () =>
      await handlers.showBrowserFile({ conversationId, path: "browser/a.csv" });
    await expect(gone()).rejects.toMatchObject({ code: "file-gone" });
  });

  it("drag those out that lie in the workspace, and nothing else", async () => {
    const { conversationId, folder, handlers, dragged } = withFiles();
    const paths = ["browser/a.csv", "report.pdf"];
    writeFileSync(path.join(folder, "../report.pdf"), "pdf");
    await handlers.dragFiles({ conversationId, paths });
    expect(dragged).toMatchObject([
      { place: path.join(folder, "a.csv"), name: "a.csv" },
      { place: path.join(folder, "../report.pdf"), name: "report.pdf" },
    ]);
    symlinkSync("/etc/hosts", path.join(folder, "hosts"));
    const drag = async (named: string) =>
      await handlers.dragFiles({ conversationId, paths: ["browser/a.csv", named] });
    for (const named of ["browser/hosts", "/etc/hosts", "../../../../etc/hosts"]) {
      await expect(drag(named)).rejects.toMatchObject({
        code: expect.stringMatching(/^file-(not-saved-here|gone)$/) as string,
      });
    }
    await expect(drag("browser/none.csv")).rejects.toMatchObject({ code: "file-gone" });
    truncateSync(path.join(folder, "b.csv"), MAX_DRAGGED_BYTES + 1);
    await expect(drag("browser/b.csv")).rejects.toMatchObject({ code: "file-too-large" });
    expect(dragged).toHaveLength(2);
  });

  it("remove nothing while a turn runs", async () => {
    let end: () => void = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    const model = new FakeModel(async function* (): AsyncIterable<StepEvent> {
      yield { type: "text-delta", delta: "x" };
      await held;
    });
    const { conversations, conversationId, handlers } = withFiles(model);
    const { ended } = await conversations.live(conversationId).send("go");
    const removal = async () =>
      await handlers.removeBrowserFiles({ conversationId, paths: ["browser/a.csv"] });
    await expect(removal()).rejects.toMatchObject({ code: "turn-running" });
    expect(await handlers.listBrowserFiles({ conversationId })).toMatchObject({ count: 2 });
    end();
    await ended;
  });

  it("are refused for a name that is no conversation's", async () => {
    const { handlers } = withFiles();
    const listing = async () => await handlers.listBrowserFiles({ conversationId: "../../etc" });
    await expect(listing()).rejects.toMatchObject({ code: "conversation-unknown" });
  });
});
