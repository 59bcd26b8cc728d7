import { unwatchFile, watch, watchFile, type FSWatcher } from "node:fs";
import path from "node:path";
import { toDisposable, type Disposable } from "../../base/disposable.ts";

/** An editor's save is several events, and half of a file is none; in milliseconds. */
const SETTLE_MS = 150;

/** How often it is looked at all the same, in milliseconds: links and network folders tell nothing. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Tells when the file may have changed, some time after the last sign of it: also when it is made, deleted,
 * or replaced by another one, as editors do (M3). Keeps no process alive.
 */
export function watchForChanges(file: string, onChange: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const folder = watchFolder(file, settle);
  watchFile(file, { interval: LOOK_AGAIN_MS, persistent: false }, settle);
  return toDisposable(() => {
    clearTimeout(timer);
    folder?.close();
    unwatchFile(file, settle);
  });
}

/** The folder, because a watch on a file is lost with the first file that takes its place. */
function watchFolder(file: string, onEvent: () => void): FSWatcher | null {
  const name = path.basename(file);
  try {
    const watcher = watch(path.dirname(file), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) onEvent();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    // Where the system has no watch left to give, the slow look is enough.
    return null;
  }
}
