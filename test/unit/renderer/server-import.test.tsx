import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ImportPreview } from "../../../src-preload/model/server-import.ts";
import { barriersIn } from "../../fixtures/barriers.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleImport,
  sampleImportItem,
  sampleOwnServers,
  sampleSnapshot,
} from "../../fixtures/renderer-samples.ts";

// The whole window is drawn for each: on a busy machine a test takes seconds.
vi.setConfig({ testTimeout: 30_000 });

async function opened(
  preview: ImportPreview = sampleImport,
  app: ConstructorParameters<typeof FakeBridge>[0] = {},
) {
  const bridge = new FakeBridge(app, [sampleSnapshot()]);
  bridge.answer("listServers", () => sampleOwnServers);
  bridge.answer("chooseServerImport", () => preview);
  bridge.answer("previewServerImport", () => preview);
  const rendered = await renderWindow(bridge);
  await rendered.user.keyboard("{Control>},{/Control}");
  await rendered.user.click(screen.getByRole("button", { name: "Servers" }));
  await rendered.user.click(screen.getByRole("button", { name: "Import…" }));
  const dialog = screen.getByRole("dialog", { name: "Import servers" });
  return { ...rendered, bridge, dialog, inDialog: within(dialog) };
}

async function previewed(...args: Parameters<typeof opened>) {
  const rendered = await opened(...args);
  await rendered.user.click(rendered.inDialog.getByRole("button", { name: "Choose a file…" }));
  return rendered;
}

const card = (name: string) => within(screen.getByRole("region", { name }));

test("each server of the file is shown in full, with how it stands to the person's own", async () => {
  const { bridge, inDialog } = await previewed();
  expect(inDialog.getByText("From Claude Desktop")).toBeTruthy();
  const standings = {
    tracker: "New",
    ledger: "Different from yours",
    "tariff-book": "Same as yours",
  };
  for (const [name, standing] of Object.entries(standings)) {
    expect(card(name).getByText(standing)).toBeTruthy();
    expect(card(name).getByText("tracker-mcp@2.1.0")).toBeTruthy();
    expect(card(name).getByText("TRACKER_TOKEN")).toBeTruthy();
  }
  expect(card("remote").getByText("Cannot be taken")).toBeTruthy();
  expect(card("remote").getByText("Servers at an address are not supported yet.")).toBeTruthy();
  expect(bridge.inputsOf("importServers")).toEqual([]);
});

test("only what can be taken can be chosen, and nothing of the person's is replaced unasked", async () => {
  const { inDialog } = await previewed();
  const ticks = inDialog.getAllByRole<HTMLInputElement>("checkbox", { name: /^Take / });
  expect(ticks.map(({ ariaLabel, checked }) => [ariaLabel, checked])).toEqual([
    ["Take tracker", true],
    ["Take ledger", false],
  ]);
});

test("what is chosen is taken over, with its plain secrets moved", async () => {
  const { bridge, user, inDialog } = await previewed();
  expect(
    card("tracker").getByText(/env.TRACKER_TOKEN becomes \$\{secret:TRACKER_TOKEN\}/),
  ).toBeTruthy();
  await user.click(inDialog.getByRole("checkbox", { name: "Take ledger" }));
  const name = card("ledger").getByRole("textbox", { name: "Called here" });
  await user.type(name, "-2");
  await user.click(inDialog.getByRole("button", { name: "Import 2 servers" }));
  expect(bridge.inputsOf("importServers")).toEqual([
    {
      importId: "import-1",
      choices: [
        { name: "tracker", as: null, moveSecrets: true },
        { name: "ledger", as: "ledger-2", moveSecrets: false },
      ],
    },
  ]);
  expect(screen.queryByRole("dialog", { name: "Import servers" })).toBeNull();
});

test("a person who keeps plain secrets in the file is told what that means", async () => {
  const { bridge, user, inDialog } = await previewed();
  await user.click(
    inDialog.getByRole("checkbox", { name: "Move 1 plain secret into the encrypted store" }),
  );
  expect(card("tracker").getByText("It would stand in the file in plain text.")).toBeTruthy();
  await user.click(inDialog.getByRole("button", { name: "Import 1 server" }));
  expect(bridge.inputsOf("importServers")[0]?.choices[0]?.moveSecrets).toBe(false);
});

test("without encryption no move is offered", async () => {
  const { inDialog } = await previewed(sampleImport, { encryption: "unavailable" });
  expect(inDialog.queryByRole("checkbox", { name: /^Move/ })).toBeNull();
  expect(card("tracker").getByText(/Your system offers no encryption/)).toBeTruthy();
});

test("secrets that a server needs are named", async () => {
  const needs = [
    { secret: "GH_TOKEN", description: "GitHub token", isKept: false },
    { secret: "OTHER", description: "", isKept: true },
  ];
  await previewed({ ...sampleImport, items: [sampleImportItem({ needs })] });
  expect(card("tracker").getByText(/GH_TOKEN: GitHub token, to be set/)).toBeTruthy();
  expect(card("tracker").getByText("It needs the secret OTHER, kept already")).toBeTruthy();
});

test("a file is dropped", async () => {
  const { bridge, inDialog } = await opened();
  const file = new File(['{"mcpServers":{}}'], "claude_desktop_config.json");
  fireEvent.drop(inDialog.getByTestId("drop-place"), { dataTransfer: { files: [file] } });
  expect(await inDialog.findByText("From Claude Desktop")).toBeTruthy();
  expect(bridge.inputsOf("previewServerImport")).toEqual([
    { fileName: "claude_desktop_config.json", text: '{"mcpServers":{}}' },
  ]);
});

test("a file that is too large is not even read", async () => {
  const { bridge, inDialog } = await opened();
  const file = new File(["x".repeat(4_000_001)], "large.json");
  fireEvent.drop(inDialog.getByTestId("drop-place"), { dataTransfer: { files: [file] } });
  expect((await inDialog.findByRole("alert")).textContent).toContain("too large");
  expect(bridge.inputsOf("previewServerImport")).toEqual([]);
});

test("what stands in a file is pasted", async () => {
  const { bridge, user, inDialog } = await opened();
  await user.click(inDialog.getByRole("textbox", { name: "Or paste what stands in it" }));
  await user.paste('{"servers":{}}');
  await user.click(inDialog.getByRole("button", { name: "Look at it" }));
  expect(bridge.inputsOf("previewServerImport")).toEqual([
    { fileName: "pasted.json", text: '{"servers":{}}' },
  ]);
});

test("a file that cannot be read says why, and another can be chosen", async () => {
  const { bridge, user, inDialog } = await opened();
  bridge.refuse("chooseServerImport", {
    code: "config-broken",
    message: "Line 2: a } is missing.",
  });
  await user.click(inDialog.getByRole("button", { name: "Choose a file…" }));
  expect((await inDialog.findByRole("alert")).textContent).toBe("Line 2: a } is missing.");
  bridge.answer("chooseServerImport", () => null);
  await user.click(inDialog.getByRole("button", { name: "Choose a file…" }));
  expect(inDialog.getByRole("button", { name: "Choose a file…" })).toBeTruthy();
});

test("an import that main refuses leaves the choice as it is", async () => {
  const { bridge, user, inDialog } = await previewed();
  bridge.refuse("importServers", { code: "server-exists", message: "There is one already." });
  await user.click(inDialog.getByRole("button", { name: "Import 1 server" }));
  expect((await inDialog.findByRole("alert")).textContent).toBe("There is one already.");
  expect(card("tracker")).toBeTruthy();
});

test("a key that came too early imports nothing", async () => {
  const { bridge, user } = await previewed();
  await user.keyboard("{Enter}");
  expect(bridge.inputsOf("importServers")).toEqual([]);
});

test("the import has no barrier", async () => {
  const { dialog } = await previewed();
  expect(await barriersIn(dialog)).toEqual([]);
});
