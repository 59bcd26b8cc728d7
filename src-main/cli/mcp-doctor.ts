import { mkdirSync } from "node:fs";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { examinationText } from "../mcp/doctor/examination-text.ts";
import { examineServer } from "../mcp/doctor/examine-server.ts";
import { inCliCore, print, type CliCore, type CliPlaces } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { EXIT } from "./usage.ts";

/** `mcp doctor NAME`: starts the server once and says how far it came, what is wrong and what to do. */
export async function mcpDoctor(line: CommandLine, places: CliPlaces): Promise<number> {
  return await inCliCore(line, places, (opened, signal) => examine(line, opened, signal));
}

async function examine(line: CommandLine, opened: CliCore, signal: AbortSignal): Promise<number> {
  const { core, scratch } = opened;
  const [, , name = ""] = line.words;
  const configs = core.servers({ headless: !line.has("headed") });
  const config = configs.find((one) => one.name === name);
  if (!config) throw unknownServer(name, core.problems());
  const workspace = line.path("workspace") ?? path.join(scratch, "workspace");
  mkdirSync(workspace, { recursive: true });
  const examination = await examineServer(config, workspace, core.launch, signal);
  if (line.has("json")) print(examination);
  else process.stdout.write(`${examinationText(examination)}\n`);
  return examination.works ? EXIT.finished : EXIT.failed;
}

/** Its entry may be there and not have been taken: that is what is wrong then. */
function unknownServer(
  name: string,
  problems: readonly { readonly server: string; readonly message: string }[],
): AppError {
  const problem = problems.find(({ server }) => server === name);
  return new AppError("server-unknown", problem?.message ?? `No server is called "${name}".`);
}
