/** A tool of a server, under the name by which the model knows it. */
export interface CatalogueTool {
  /** The exposed name (M8). */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the type object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly server: string;
  /** The server's own name, by which it is called. */
  readonly tool: string;
}

/** A tool as its server describes it, as far as we need to understand it. */
export interface ServerTool {
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What it promises of its structured content; absent where it promises nothing. Always the same object. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** All that a person accepts with the tool, as canonical JSON: what pinning compares (S42). */
  readonly declaration: string;
}

/** One server's list of tools as it is offered, and what could not be taken of it. */
export interface ToolList {
  readonly tools: readonly ServerTool[];
  /** Sentences for the person about entries and pages that were left out. */
  readonly problems: readonly string[];
  readonly serverInfo: ServerInfo | null;
}

/** What a server says of itself; nothing is decided by it (S44). */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}
