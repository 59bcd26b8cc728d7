import type { LogLevel } from "../../base/logger.ts";
import type { StopGraces } from "../../process/supervised-process.ts";

/** What a person writes about one server, checked and with all defaults filled in, not yet expanded (M1, M2). */
export interface ServerEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Null removes a variable that would be inherited. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Variables of `env` whose values are hidden although they are not named like a secret (M23). */
  readonly secretEnv: readonly string[];
  readonly cwd: string;
  readonly toolPrefix: string;
  readonly enabled: boolean;
  readonly parallel: boolean;
  readonly startupTimeoutMs: number;
  readonly callTimeoutMs: number;
  /** 0: an idle server is never stopped. */
  readonly idleTimeoutMs: number;
  readonly stderrLevel: LogLevel;
  /** Text for the model while a tool of this server is active. */
  readonly promptSection: string | null;
}

/** An entry with what the app adds to it: nothing of that can be written into a file. */
export interface ServerConfig extends ServerEntry {
  readonly graces: StopGraces;
  /** A tool that is called before a running server is stopped, so that it can put its things in order. */
  readonly farewellTool: string | null;
  /** The bundled browser server: its tools are known, its results are completed, its risks judged by tool. */
  readonly isBrowser: boolean;
  /** It is the app's own program: its tools change with the app alone, and need no one's acceptance (S42). */
  readonly comesWithApp: boolean;
  /**
   * By this its tools are known where much of how it is run makes no difference to them, as a window;
   * null where they go by the entry.
   */
  readonly toolsKey: string | null;
  /** The server's own names of tools that are neither offered nor called. */
  readonly hiddenTools: readonly string[];
  /**
   * Done right before each start of its process; what it resolves comes after the arguments. Rejects with an
   * `AppError` that says why the server may not be started. Null where there is nothing to do.
   */
  readonly prepare: ((place: StartPlace) => Promise<readonly string[]>) | null;
  /** Why it cannot be started at all, as a sentence with a way out; null when it can. */
  readonly unavailable: { readonly code: string; readonly message: string } | null;
}

/** Where one process of a server is about to run. */
export interface StartPlace {
  readonly workspace: string;
  /** Its own folder for temporary files, gone when it is. */
  readonly temp: string;
}

/** The live folder of a server, unless its entry says otherwise (M2). */
export const WORKSPACE = "${workspace}";

/** What holds for each key that an entry leaves out; the times in milliseconds (M1). */
export const entryDefaults = {
  args: [],
  env: {},
  secretEnv: [],
  cwd: WORKSPACE,
  toolPrefix: "",
  enabled: true,
  parallel: false,
  startupTimeoutMs: 60_000,
  callTimeoutMs: 120_000,
  idleTimeoutMs: 1_800_000,
  stderrLevel: "warn",
  promptSection: null,
} as const satisfies Omit<ServerEntry, "name" | "command">;

/** What the app adds to a person's own server: nothing special. */
const plainAdditions = {
  /** 2 s after stdin closed, as MCP asks; 3 s after SIGTERM (M20). */
  graces: { afterStdinEnd: 2_000, afterTerm: 3_000 },
  farewellTool: null,
  isBrowser: false,
  comesWithApp: false,
  toolsKey: null,
  hiddenTools: [],
  prepare: null,
  unavailable: null,
} as const satisfies Omit<ServerConfig, keyof ServerEntry>;

export const serverDefaults = { ...entryDefaults, ...plainAdditions };

/** A person's entry as a server that can be run. */
export function plainServer(entry: ServerEntry): ServerConfig {
  return { ...entry, ...plainAdditions };
}
