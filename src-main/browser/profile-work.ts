import path from "node:path";
import { AppError } from "../base/errors.ts";

/** What is done to profiles now. One for all: a profile is one folder, whoever works on it. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Does something to a profile that no browser may run with meanwhile: {@link untilProfileIsFree} holds
 * its start up until then. Throws an `AppError` `profile-busy` while other work is under way.
 */
export async function withProfileToItself<T>(profile: string, work: () => Promise<T>): Promise<T> {
  const key = path.resolve(profile);
  if (underWay.has(key)) {
    throw new AppError(
      "profile-busy",
      "The logins of this conversation are being saved or wiped already. Try again in a moment.",
    );
  }
  // Begun in the next turn of the loop, so that whatever it asks for finds it noted.
  const working = Promise.resolve().then(work);
  underWay.set(key, working);
  try {
    return await working;
  } finally {
    underWay.delete(key);
  }
}

/** Resolves when nobody copies or wipes the profile any more, however that has ended. */
export async function untilProfileIsFree(profile: string): Promise<void> {
  const key = path.resolve(profile);
  for (let work = underWay.get(key); work !== undefined; work = underWay.get(key)) {
    await work.catch(() => {});
  }
}
