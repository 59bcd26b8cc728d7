import { stat } from "node:fs/promises";
import path from "node:path";

import { PlainError, step } from "../lib/say.mjs";
import { withDrivenApp } from "./driven-app.mjs";

/** The tour takes 10 s; a machine that is busy with other work may take several times that. */
const TOUR_LIMIT_MS = 120_000;

/** A README with larger pictures loads slowly, and the repository keeps each version for ever. */
const MAX_BYTES = 300_000;

/** The tour takes this many pictures; with the last it is done. */
const PICTURES_OF_TOUR = 2;

/** Takes the tour as a person would, and a picture of the window at each place worth showing. */
export async function photographTour(folder, { args, env }) {
  await withDrivenApp({ args, env }, async (window) => {
    window.setDefaultTimeout(TOUR_LIMIT_MS);
    const photograph = (name) => takePicture(window, path.join(folder, `${name}.png`));

    await window.getByText(/The browser is ready/).waitFor();
    await photograph("welcome");

    await window.getByRole("button", { name: "Take the tour" }).click();
    await answer(window, /^Open /, "Once");
    await approvalOf(window, /^Type into/).waitFor();
    await photograph("approval");

    await answer(window, /^Type into/, "This site");
    await screenshots(window)
      .nth(PICTURES_OF_TOUR - 1)
      .waitFor();
    await window.getByText(/^That was the tour/).waitFor();
    // The composer says so once the turn has ended.
    await window.getByPlaceholder("Say what should be done").waitFor();
    await bringIntoView(screenshots(window).first());
    await photograph("conversation-light");

    await chooseTheme(window, "Dark");
    await bringIntoView(screenshots(window).first());
    await photograph("conversation-dark");
  });
}

function approvalOf(window, question) {
  return window
    .getByRole("group", { name: "Waiting for you" })
    .filter({ has: window.getByRole("heading", { name: question }) });
}

async function answer(window, question, word) {
  await approvalOf(window, question).getByRole("button", { name: word }).click();
}

function screenshots(window) {
  return window
    .getByRole("log", { name: "Conversation" })
    .getByRole("img", { name: /^Screenshot of / });
}

async function bringIntoView(picture) {
  await picture.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await picture.evaluate((element) => element.decode());
}

async function chooseTheme(window, name) {
  await window.keyboard.press("ControlOrMeta+Comma");
  await window.getByRole("button", { name: "Appearance" }).click();
  await window.getByRole("button", { name, exact: true }).click();
  await window.keyboard.press("Escape");
  await window.getByRole("dialog").waitFor({ state: "hidden" });
}

async function takePicture(window, file) {
  await step(`Picture ${path.basename(file)}`, () =>
    window.screenshot({ path: file, animations: "disabled" }),
  );
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new PlainError(`${file} has ${size} bytes, more than ${MAX_BYTES}.`);
}
