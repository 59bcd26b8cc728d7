import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { resultFile, resultText } from "../agent/shorten-result.ts";
import { ensurePrivateFolder, writeDurably } from "../base/durable-file.ts";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";

/**
 * Puts the whole text of a result into the workspace, where the model can read it once it is sent no
 * more. What cannot be written is only missing there: the record has it in any case.
 */
export function keepResult(workspace: string, call: ToolCall, logger: Logger): void {
  const file = path.join(workspace, resultFile(call));
  if (existsSync(file)) return;
  try {
    ensurePrivateFolder(path.dirname(file));
    refuseLink(workspace, path.dirname(file));
    writeDurably(file, resultText(call));
  } catch (error) {
    logger.warn(`The result of a call could not be put into the workspace: ${messageOf(error)}`);
  }
}

/** The servers can write in the workspace, and could have put a link there that leads out of it. */
function refuseLink(workspace: string, folder: string): void {
  const wanted = path.join(realpathSync(workspace), path.relative(workspace, folder));
  if (realpathSync(folder) !== wanted) throw new Error("its folder is a link");
}
