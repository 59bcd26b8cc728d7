import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";

const source = path.resolve(import.meta.dirname, "../fixtures/disk/bad-disk.c");
const built = path.resolve(import.meta.dirname, "../../test-results/child-programs/bad-disk.so");

/** Why no disk can be made to go wrong here; null when it can. */
export function whyNoBadDisk(): string | null {
  if (process.platform !== "linux") return "only Linux preloads libraries this way";
  return runs("cc") ? null : "there is no C compiler";
}

/** Why system calls cannot be counted here; null when they can. */
export function whyNoStrace(): string | null {
  if (process.platform !== "linux") return "strace is a program of Linux";
  // Where tracing is forbidden, strace itself runs and its child does not.
  const traced = spawnSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
  return traced.status === 0 ? null : "strace is missing, or may not trace";
}

/** The environment in which a child meets the disk that goes wrong; see `bad-disk.c`. */
export function badDisk(settings: {
  readonly folder: string;
  readonly crashAt?: number;
  /** Whether its syncs do nothing. */
  readonly lies?: boolean;
  readonly fail?: { readonly at: number; readonly errno: number; readonly flag: string };
}): Readonly<Record<string, string>> {
  const { folder, crashAt, lies, fail } = settings;
  return {
    LD_PRELOAD: compiled(),
    BAD_DISK_FOLDER: folder,
    ...(crashAt === undefined ? {} : { BAD_DISK_CRASH_AT: String(crashAt) }),
    ...(lies ? { BAD_DISK_LIES: "1" } : {}),
    ...(fail
      ? {
          BAD_DISK_FAIL_AT: String(fail.at),
          BAD_DISK_ERRNO: String(fail.errno),
          BAD_DISK_FLAG: fail.flag,
        }
      : {}),
  };
}

let isCompiled = false;

function compiled(): string {
  if (isCompiled) return built;
  mkdirSync(path.dirname(built), { recursive: true });
  const flags = ["-O1", "-shared", "-fPIC", "-D_LARGEFILE64_SOURCE"];
  execFileSync("cc", [...flags, "-o", built, source, "-ldl"]);
  isCompiled = true;
  return built;
}

function runs(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
