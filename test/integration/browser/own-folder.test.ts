import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { profileFolder } from "../../../src-main/browser/profile.ts";
import { BrowserCore } from "../../support/browser-core.ts";
import { BrowserSite } from "./browser-site.ts";

/** One turn that opens a page with a form and gives it the file; everything is agreed to. */
async function upload(make: (workspace: string) => string) {
  const site = await BrowserSite.start();
  const core = await BrowserCore.open();
  const { id, workspace } = core.create();
  // The profile is there once a browser has run.
  await core.turn(id, ["browser_navigate", { url: `${site.url}/sign-in` }]);
  const paths = [make(workspace)];
  const calls = await core.turn(
    id,
    ["browser_click", { target: "input[type=file]" }],
    ["browser_file_upload", { paths }],
    ["browser_wait_for", { time: 0.5 }],
  );
  return { site, call: calls[1] };
}

it("is not uploaded by way of a link, whatever the person agrees to (M26)", async () => {
  const { site, call } = await upload((workspace) => {
    const link = path.join(workspace, "report.pdf");
    symlinkSync(path.join(profileFolder(workspace), "Default/Cookies"), link);
    return link;
  });
  expect(call).toMatchObject({ state: "denied", failure: { code: "own-folder" }, result: null });
  expect(site.uploads).toEqual([]);
});

it("does not keep other files from being uploaded", async () => {
  const { site, call } = await upload((workspace) => {
    writeFileSync(path.join(workspace, "report.pdf"), "a report");
    return path.join(workspace, "report.pdf");
  });
  expect(call?.state).toBe("done");
  expect(site.uploads.join()).toContain("a report");
});
