import path from "node:path";

/** Where the app lies, and what tells whether that stays. */
export interface AppPlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** The app's own resources; absolute. */
  readonly resources: string;
  /** Folders at which a program has mounted something; known on Linux alone. */
  readonly mounts: readonly string[];
}

/**
 * Whether the app's files are gone as soon as its last process is, so that nothing that may outlive it
 * can run from there (M25). A variable alone says nothing: every program that an AppImage starts has it.
 */
export function goesAwayWithApp(place: AppPlace): boolean {
  switch (place.platform) {
    case "darwin":
      return isOnDiskImage(place.resources);
    case "win32":
      return isUnpackedForOneRun(place);
    default:
      return isInAppImage(place);
  }
}

/** An AppImage is mounted, or unpacked where there is no FUSE, for as long as it runs. */
function isInAppImage({ env, resources, mounts }: AppPlace): boolean {
  if (!env["APPIMAGE"]) return false;
  const folders = [env["APPDIR"], ...mounts].filter((folder) => folder && folder !== "/");
  return folders.some((folder) => liesIn(folder ?? "", resources));
}

/** Opened from the image that was downloaded, or moved to a random place by the system's quarantine. */
function isOnDiskImage(resources: string): boolean {
  return resources.startsWith("/Volumes/") || resources.includes("/AppTranslocation/");
}

/** The portable program unpacks itself into the folder for temporary files. */
function isUnpackedForOneRun({ env, resources }: AppPlace): boolean {
  const temporary = env["TEMP"];
  if (!env["PORTABLE_EXECUTABLE_FILE"] || !temporary) return false;
  const relative = path.win32.relative(temporary, resources);
  return !relative.startsWith("..") && !path.win32.isAbsolute(relative);
}

function liesIn(folder: string, file: string): boolean {
  return path.posix.isAbsolute(folder) && file.startsWith(`${folder.replace(/\/+$/, "")}/`);
}

/** The mount points in Linux's `/proc/self/mountinfo` whose files a program hands out, as an AppImage's. */
export function programMounts(mountInfo: string): readonly string[] {
  return mountInfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , , point] = before.split(" ");
    if (!point || !/^(fuse|squashfs)/.test(after)) return [];
    // Blanks and the like are written as octal numbers.
    return [point.replace(/\\(\d{3})/g, (_all, code) => String.fromCharCode(parseInt(code, 8)))];
  });
}
