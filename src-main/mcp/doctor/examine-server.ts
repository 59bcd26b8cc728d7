import type { Examination, ExaminationStep } from "../../../src-preload/model/examination.ts";
import type { Failure } from "../../../src-preload/model/failure.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { classifyFailure } from "../../process/failure-class.ts";
import { childEnvironment, mergeEnvironment, withPath } from "../../process/environment.ts";
import { findProgram, type FoundProgram } from "../../process/find-program.ts";
import { notFound } from "../../process/start-failure.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { askForTools } from "../catalogue/ask-for-tools.ts";
import { expandServer, type ExpandedServer } from "../config/expand.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { readSecrets, type LaunchContext } from "../connection/launch.ts";
import { startServer, type StartedServer } from "../connection/start-server.ts";
import { firstLine } from "./first-line.ts";
import { causeOf, waysOutOf } from "./ways-out.ts";

type StepName = ExaminationStep["step"];

/** What is called to see whether a browser opens: it lists the tabs and asks no site for anything. */
const BROWSER_PROBE = { tool: "browser_tabs", args: { action: "list" } } as const;

/**
 * Starts the server once, step by step, in the given workspace, and says how far it came, what is wrong
 * and what to do. Nothing of it runs any more when this resolves. Never rejects, but for an abort.
 */
export async function examineServer(
  config: ServerConfig,
  workspace: string,
  context: LaunchContext,
  signal: AbortSignal,
): Promise<Examination> {
  const examiner = new Examiner(config, workspace, context);
  await examiner.run(signal);
  return examiner.report();
}

class Examiner {
  readonly #config: ServerConfig;
  readonly #workspace: string;
  readonly #context: LaunchContext;
  readonly #at = Date.now();
  readonly #steps: ExaminationStep[] = [];
  #expanded: ExpandedServer | null = null;
  #found: FoundProgram | null = null;
  #process: SupervisedProcess | null = null;
  #failure: Failure | null = null;
  #exit: Examination["exit"] = null;

  constructor(config: ServerConfig, workspace: string, context: LaunchContext) {
    this.#config = config;
    this.#workspace = workspace;
    this.#context = context;
  }

  async run(signal: AbortSignal): Promise<void> {
    // A start that hangs ends by it, and so does whatever else it waits for.
    const kill = () => void this.#process?.kill();
    signal.addEventListener("abort", kill, { once: true });
    try {
      await this.#step("entry", () => this.#readEntry());
      await this.#step("command", () => this.#findCommand());
      const started = await this.#start(signal);
      signal.throwIfAborted();
      await this.#step("tools", () => this.#listTools(started, signal));
      if (this.#config.isBrowser) {
        await this.#step("browser", () => this.#openBrowser(started, signal));
      }
    } catch (error) {
      signal.throwIfAborted();
      this.#failure ??= failureOf(error);
    } finally {
      signal.removeEventListener("abort", kill);
      await this.#end();
    }
  }

  report(): Examination {
    const { redactor } = this.#context;
    const stderrTail = this.#process?.stderrTail() ?? [];
    const known = classifyFailure([this.#failure?.message ?? "", ...stderrTail].join("\n"));
    const works = this.#failure === null;
    return redactor.json({
      server: this.#config.name,
      at: this.#at,
      works,
      cause: this.#failure ? causeOf(this.#failure, known) : "",
      waysOut: this.#failure ? waysOutOf(this.#failure.code, known, this.#config) : [],
      steps: this.#allSteps(),
      command: this.#command(),
      exit: this.#exit,
      stderrTail,
    });
  }

  async #step(step: StepName, work: () => Promise<string> | string): Promise<void> {
    const startedAt = performance.now();
    try {
      const detail = await work();
      this.#note(step, "done", detail, startedAt);
    } catch (error) {
      this.#note(step, "failed", firstLine(messageOf(error)), startedAt);
      this.#failure = failureOf(error);
      throw error;
    }
  }

  #note(step: StepName, outcome: "done" | "failed", detail: string, startedAt: number): void {
    this.#steps.push({ step, outcome, detail, ms: Math.round(performance.now() - startedAt) });
  }

  async #readEntry(): Promise<string> {
    const { unavailable, enabled, name } = this.#config;
    if (unavailable) throw new AppError(unavailable.code, unavailable.message);
    const secrets = await readSecrets(this.#config, this.#context);
    const { hostEnv } = this.#context;
    this.#expanded = expandServer(this.#config, this.#workspace, hostEnv, secrets);
    for (const secret of this.#expanded.secrets) this.#context.redactor.add(secret);
    const [warning] = this.#expanded.warnings;
    if (warning) return warning;
    return enabled ? "No variable is missing." : `The server "${name}" is switched off.`;
  }

  async #findCommand(): Promise<string> {
    if (!this.#expanded) return "";
    const { command, cwd, env } = this.#expanded;
    const { hostEnv, searchPath } = this.#context;
    const host = childEnvironment(withPath(hostEnv, await searchPath()), {});
    const query = { command, cwd, env: mergeEnvironment(host, env), name: this.#config.name };
    this.#found = findProgram(query);
    if (this.#found.at) return this.#found.at;
    throw notFound(query, this.#found);
  }

  /** One call does all of it; what it was doing when it failed is told by how far it came. */
  async #start(signal: AbortSignal): Promise<StartedServer> {
    const startedAt = performance.now();
    let launchedAt = startedAt;
    try {
      const started = await startServer(
        { ...this.#config, prepare: this.#preparation() },
        this.#workspace,
        this.#context,
        {
          onProcess: (process) => {
            launchedAt = performance.now();
            this.#process = process;
            if (signal.aborted) void process.kill();
            this.#note("process", "done", `pid ${process.pid}`, startedAt);
          },
        },
      );
      this.#note("handshake", "done", 'It answered "initialize".', launchedAt);
      return started;
    } catch (error) {
      if (this.#failure === null) {
        const step = this.#process ? "handshake" : "process";
        this.#note(step, "failed", firstLine(messageOf(error)), launchedAt);
      }
      throw error;
    }
  }

  #preparation(): ServerConfig["prepare"] {
    const { prepare } = this.#config;
    if (!prepare) return null;
    return async (place) => {
      let args: readonly string[] = [];
      await this.#step("preparation", async () => {
        args = await prepare(place);
        return "What it needs is in order.";
      });
      return args;
    };
  }

  async #listTools({ session }: StartedServer, signal: AbortSignal): Promise<string> {
    const timeoutMs = this.#config.startupTimeoutMs;
    const { tools } = await askForTools(session, { signal, timeoutMs });
    return `${tools.length} tools.`;
  }

  async #openBrowser({ session }: StartedServer, signal: AbortSignal): Promise<string> {
    const { tool, args } = BROWSER_PROBE;
    const timeoutMs = this.#config.callTimeoutMs;
    const result = await session.callTool(tool, args, { signal, timeoutMs });
    if (result["isError"] === true) throw new AppError("browser-failed", textOf(result));
    const { farewellTool } = this.#config;
    if (farewellTool) await session.callTool(farewellTool, {}, { signal, timeoutMs });
    return "The browser opens.";
  }

  async #end(): Promise<void> {
    if (!this.#process) return;
    const ended = await this.#process.exitWithin(0);
    const { code, signal } = ended ?? (await this.#process.stop());
    if (ended && !ended.asked) this.#exit = { code, signal };
    await this.#process.gone;
  }

  #allSteps(): readonly ExaminationStep[] {
    const { isBrowser, prepare } = this.#config;
    const wanted: readonly StepName[] = [
      "entry",
      "command",
      ...(prepare ? (["preparation"] as const) : []),
      "process",
      "handshake",
      "tools",
      ...(isBrowser ? (["browser"] as const) : []),
    ];
    const notReached = (step: StepName) =>
      ({ step, outcome: "not-reached", detail: "", ms: null }) as const;
    return wanted.map(
      (step) => this.#steps.find((noted) => noted.step === step) ?? notReached(step),
    );
  }

  #command(): Examination["command"] {
    if (!this.#expanded || !this.#found) return null;
    const { command, args, cwd, env } = this.#expanded;
    return {
      program: command,
      args,
      cwd,
      variables: Object.keys(env).filter((name) => env[name] !== null),
      foundAt: this.#found.at,
      searched: this.#found.searched,
    };
  }
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  const blocks = Array.isArray(result["content"]) ? (result["content"] as unknown[]) : [];
  return blocks.map(textOfBlock).join("\n");
}

function textOfBlock(block: unknown): string {
  if (block === null || typeof block !== "object" || !("text" in block)) return "";
  return typeof block.text === "string" ? block.text : "";
}

/** What a server says of itself may be shown: the report is about the server. */
function failureOf(error: unknown): Failure {
  const code = error instanceof AppError ? error.code : "server-failed";
  return { code, message: messageOf(error) };
}
