import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { approval, connectModel, expect, send, test, thread } from "../support/app.ts";

/** The ink of each theme, by which the window is known to have put it on. */
const themes = [
  { colorScheme: "light", ink: "rgb(20, 26, 33)" },
  { colorScheme: "dark", ink: "rgb(231, 236, 241)" },
] as const;

/** What axe finds wrong with the window as it stands, each as a rule and the places that break it. */
async function barriers(window: Page): Promise<readonly string[]> {
  // Legacy: the other way opens a page of its own, which no Electron window can.
  const { violations } = await new AxeBuilder({ page: window }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

async function expectNoBarrier(window: Page): Promise<void> {
  for (const { colorScheme, ink } of themes) {
    // Without motion no colour is caught halfway between two themes.
    await window.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(window.locator("body")).toHaveCSS("color", ink);
    expect(await barriers(window), `in the ${colorScheme} theme`).toEqual([]);
  }
}

test("the first start is free of barriers (M37)", async ({ start }) => {
  const { window } = await start();
  await expect(window.getByRole("heading", { name: "Welcome to Pilothouse" })).toBeVisible();
  await expectNoBarrier(window);
  await window.getByRole("button", { name: "Other address" }).click();
  await window.getByRole("button", { name: "Test and continue" }).click();
  await expect(window.getByRole("alert")).toBeVisible();
  await expectNoBarrier(window);
});

test("a conversation that waits for an answer is free of barriers (M37)", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({
    text: "I open the page.",
    toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/form` } }],
  });
  await send(window, "Show me the form");
  await expect(approval(window)).toBeVisible();
  await expectNoBarrier(window);
});

test("a finished conversation with a picture and an open card is free of barriers (M37)", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/form` } }] },
    { toolCalls: [{ name: "browser_take_screenshot", arguments: {} }] },
    {
      text: "# There it is\n\n| Field | Kind |\n| --- | --- |\n| Name | text |\n\n`Send` sends it.",
    },
  );
  await send(window, "Show me the form");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("There it is")).toBeVisible();
  await expect(thread(window).getByRole("img", { name: /^Screenshot of / })).toBeVisible();
  await window.getByRole("button", { name: "Unfold" }).first().click();
  await expect(thread(window).getByText("Arguments").first()).toBeVisible();
  await expectNoBarrier(window);
});

test("a server's form, as JSON too, and its confirmation are free of barriers (M37)", async ({
  start,
  model,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  await window.keyboard.press("ControlOrMeta+Comma");
  const settings = window.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Servers", exact: true }).click();
  await settings.getByRole("button", { name: "Import…" }).click();
  await expect(window.getByRole("dialog", { name: "Import servers" })).toBeVisible();
  await expectNoBarrier(window);
  await window.keyboard.press("Escape");
  await settings.getByRole("button", { name: "Add a server…" }).click();
  await settings.getByRole("textbox", { name: "Name" }).fill("files");
  await settings.getByRole("textbox", { name: "Command" }).fill("npx");
  await settings.getByRole("button", { name: "Add a variable" }).click();
  await settings.getByRole("button", { name: "More" }).click();
  await expectNoBarrier(window);
  await settings.getByRole("button", { name: "Save…" }).click();
  await expect(window.getByRole("dialog", { name: /run on this computer/ })).toBeVisible();
  await expectNoBarrier(window);
  await window.keyboard.press("Escape");
  await settings.getByRole("button", { name: "JSON" }).click();
  await settings.getByRole("textbox", { name: "The entry as JSON" }).fill("{,}");
  await settings.getByRole("button", { name: "Save…" }).click();
  await expect(settings.getByRole("alert")).toBeVisible();
  await expectNoBarrier(window);
});

test("each section of the settings is free of barriers (M37)", async ({ start, model }) => {
  const { window } = await start();
  await connectModel(window, model);
  await window.keyboard.press("ControlOrMeta+Comma");
  const settings = window.getByRole("dialog", { name: "Settings" });
  for (const section of ["Models", "Servers", "Browser", "Appearance", "About"]) {
    await settings.getByRole("button", { name: section, exact: true }).click();
    await expectNoBarrier(window);
  }
});
