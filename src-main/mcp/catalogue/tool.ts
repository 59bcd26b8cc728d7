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
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Reads one entry of a `tools/list`. Null when it has no name: such a tool cannot be called, and
 * it takes no other one down with it. A missing schema takes any object.
 */
export function readServerTool(raw: unknown): ServerTool | null {
  if (!isObject(raw) || typeof raw["name"] !== "string" || raw["name"] === "") return null;
  return {
    tool: raw["name"],
    description: describe(raw, raw["name"]),
    inputSchema: readSchema(raw["inputSchema"]),
  };
}

function describe(raw: Readonly<Record<string, unknown>>, name: string): string {
  const annotations = isObject(raw["annotations"]) ? raw["annotations"] : {};
  const texts = [raw["description"], annotations["title"], raw["title"], name];
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? name;
}

function readSchema(raw: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(raw)) return { type: "object" };
  const { $schema: _dropped, ...schema } = raw;
  return schema["type"] === "object" ? schema : { ...schema, type: "object" };
}
