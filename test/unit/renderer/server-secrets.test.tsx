import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import {
  sampleOwnServers,
  sampleSecrets,
  sampleSnapshot,
} from "../../fixtures/renderer-samples.ts";

// The whole window is drawn for each: on a busy machine a test takes seconds.
vi.setConfig({ testTimeout: 30_000 });

async function opened(change: ConstructorParameters<typeof FakeBridge>[0] = {}) {
  const bridge = new FakeBridge(change, [sampleSnapshot()]);
  bridge.answer("listServers", () => sampleOwnServers);
  bridge.answer("listServerSecrets", () => sampleSecrets);
  const rendered = await renderWindow(bridge);
  await rendered.user.keyboard("{Control>},{/Control}");
  await rendered.user.click(screen.getByRole("button", { name: "Servers" }));
  return { ...rendered, bridge };
}

const list = () => within(screen.getByRole("list", { name: "Secrets of servers" }));
const press = (name: string) => screen.getByRole("button", { name });

test("secrets are listed by name, with where they are kept and who uses them", async () => {
  await opened();
  const items = list().getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "TARIFF_KEYNot set, tariff-book needs itSet",
    "LEDGER_TOKENIn your system’s encrypted store, used by ledgerSet anewDelete",
    "OLD_KEYUntil you quit: your system offers no encryption, no server names itSet anewDelete",
  ]);
});

test("it is said that a value of fewer than 6 characters is never hidden", async () => {
  await opened();
  expect(screen.getByText(/One of fewer than 6 characters is never hidden/)).toBeTruthy();
});

test("a secret is kept, and its value does not stay in the window", async () => {
  const { bridge, user } = await opened();
  bridge.answer("setServerSecret", () => [
    ...sampleSecrets,
    { name: "NEW_KEY", kept: "stored", usedBy: [] },
  ]);
  await user.type(screen.getByLabelText("Name"), "NEW_KEY");
  const value = screen.getByLabelText<HTMLInputElement>("Value");
  expect(value.type).toBe("password");
  await user.type(value, "s3cret-value");
  await user.click(press("Keep"));
  expect(bridge.inputsOf("setServerSecret")).toEqual([{ name: "NEW_KEY", value: "s3cret-value" }]);
  expect(list().getByText("NEW_KEY")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Value").value).toBe("");
  expect(document.body.innerHTML).not.toContain("s3cret-value");
});

test("a secret that a server needs is set under its name", async () => {
  const { bridge, user } = await opened();
  await user.click(press("Set TARIFF_KEY"));
  expect(document.activeElement).toBe(screen.getByLabelText("Value"));
  await user.keyboard("tariff-value{Enter}");
  expect(bridge.inputsOf("setServerSecret")).toEqual([
    { name: "TARIFF_KEY", value: "tariff-value" },
  ]);
});

test("a value is set anew in its row", async () => {
  const { bridge, user } = await opened();
  bridge.answer("setServerSecret", () => sampleSecrets);
  await user.click(press("Set LEDGER_TOKEN anew"));
  await user.keyboard("other-value{Enter}");
  expect(bridge.inputsOf("setServerSecret")).toEqual([
    { name: "LEDGER_TOKEN", value: "other-value" },
  ]);
  expect(screen.queryByLabelText("New value of LEDGER_TOKEN")).toBeNull();
});

test("a secret is deleted once the person has read who loses it", async () => {
  const { bridge, user } = await opened();
  await user.click(press("Delete LEDGER_TOKEN"));
  const dialog = within(screen.getByRole("dialog", { name: "Delete the secret LEDGER_TOKEN?" }));
  expect(dialog.getByText(/counts as not set for ledger/)).toBeTruthy();
  expect(bridge.inputsOf("deleteServerSecret")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(bridge.inputsOf("deleteServerSecret")).toEqual([{ name: "LEDGER_TOKEN" }]);
  expect(list().queryByText("OLD_KEY")).toBeNull();
});

test("a name that cannot stand in an entry, and a value that is missing, are told", async () => {
  const { bridge, user } = await opened();
  await user.type(screen.getByLabelText("Name"), "not a name");
  await user.click(press("Keep"));
  expect(screen.getByRole("alert").textContent).toContain("A name may hold letters");
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "A_NAME");
  await user.click(press("Keep"));
  expect(screen.getByRole("alert").textContent).toBe("Type the value.");
  expect(bridge.inputsOf("setServerSecret")).toEqual([]);
});

test("where the system offers no encryption it is said before a value is typed", async () => {
  await opened({ encryption: "unavailable" });
  expect(
    screen.getAllByText(/Until you quit: your system offers no encryption/)[0]?.className,
  ).toContain("warn");
});
