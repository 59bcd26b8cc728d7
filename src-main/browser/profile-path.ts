import { AppError } from "../base/errors.ts";

/** What a path on Windows may have (MAX_PATH less its end), in characters: not every program asks for more. */
const MAX_PATH = 259;

/**
 * What Chromium puts below a profile for itself, in characters: 74 were measured with version 156, and
 * the next one may name its folders otherwise. What a site keeps there may be deeper (138 were measured
 * for a service worker); without it the site works as in a browser that was never there.
 */
const DEEPEST_FILE = 90;

/** The longest path of a profile in which Chromium finds room for its own files, in characters. */
export const LONGEST_PROFILE = MAX_PATH - 1 - DEEPEST_FILE;

/**
 * Windows alone has a limit that a profile can meet, and a browser whose files do not fit need not say
 * so: it may start and forget its logins. Throws an `AppError` `path-too-long`.
 */
export function requireRoomForProfile(profile: string, platform: NodeJS.Platform): void {
  if (platform !== "win32" || profile.length <= LONGEST_PROFILE) return;
  const tooMany = profile.length - LONGEST_PROFILE;
  throw new AppError(
    "path-too-long",
    `The browser cannot keep its profile here: the path is ${tooMany} characters longer than Windows allows. Keep Pilothouse's data in a folder with a shorter path: ${profile}`,
  );
}
