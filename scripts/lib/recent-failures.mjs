import { inCheckout } from "./checkout.mjs";
import { readJson, writeJson } from "./files.mjs";

/** What is out of reach mostly stays so for the day, and asking costs seconds; the next day may ask. */
const BELIEVE_FAILURE_MS = 6 * 60 * 60 * 1000;

/** Remembers, for this checkout, that `what` could not be had. */
export async function rememberFailure(what) {
  await writeJson(fileOf(what), { at: Date.now() });
}

export async function failedLately(what) {
  const failure = await readJson(fileOf(what));
  return failure !== undefined && Date.now() - failure.at < BELIEVE_FAILURE_MS;
}

function fileOf(what) {
  return inCheckout(".cache/failures", `${what}.json`);
}
