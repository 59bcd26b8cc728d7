import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connectModel, expect, test } from "../support/app.ts";

test("a file that the browser has saved is shown in its folder, and removed when the person says so", async ({
  start,
  data,
  model,
}) => {
  const { app, window } = await start();
  await connectModel(window, model);
  const [id = ""] = readdirSync(path.join(data, "conversations"));
  const file = path.join(data, "conversations", id, "workspace/browser/downloads/report.csv");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "1,2,3");
  await app.evaluate(({ shell }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    shell.showItemInFolder = (place) => void shown.push(place);
  });
  await window.reload();
  await window.getByRole("button", { name: "Show…" }).click();
  const dialog = window.getByRole("dialog", { name: "Files of this conversation" });
  await dialog.getByRole("button", { name: "Show report.csv in its folder" }).click();
  const shown = () => app.evaluate(() => (globalThis as { shown?: string[] }).shown);
  await expect.poll(shown).toEqual([file]);

  await dialog.getByRole("checkbox", { name: "Choose report.csv" }).check();
  await dialog.getByRole("button", { name: "Remove…" }).click();
  expect(existsSync(file)).toBe(true);
  await dialog.getByRole("button", { name: "Remove 1 file" }).click();
  await expect(dialog.getByText(/^0 files/)).toBeVisible();
  expect(existsSync(file)).toBe(false);
});
