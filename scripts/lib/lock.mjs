import { link, mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { say } from "./say.mjs";

const LOOK_AGAIN_MS = 200;

/** The holder touches its lock this often; one that has not for so long was left by a dead process. */
const TOUCH_MS = 2000;
const FORSAKEN_AFTER_MS = 30_000;

/** Does the work while no other process does any under the same lock. */
export async function withLock(file, work) {
  await take(file);
  const touching = setInterval(() => void touch(file), TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(file, { force: true });
  }
}

async function take(file) {
  await mkdir(path.dirname(file), { recursive: true });
  for (let announced = false; !(await tryToTake(file));) {
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (!isAlive(holder) || (await isForsaken(file))) {
      await rm(file, { force: true });
      continue;
    }
    if (!announced) say(`Process ${holder} is at work on this checkout; waiting for it.`);
    announced = true;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A link comes into being with its content, so that nobody ever reads a lock without its holder. */
async function tryToTake(file) {
  const ours = `${file}.${process.pid}`;
  await writeFile(ours, String(process.pid));
  try {
    await link(ours, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(ours);
  }
}

/** Signal 0 only asks. A process of another user answers EPERM, which is an answer too. */
function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Another process may have got the holder's number since, in a new container even at once. */
async function isForsaken(file) {
  const touchedAt = await stat(file).then(({ mtimeMs }) => mtimeMs, Date.now);
  return Date.now() - touchedAt > FORSAKEN_AFTER_MS;
}

async function touch(file) {
  const now = new Date();
  await utimes(file, now, now).catch(() => {});
}
