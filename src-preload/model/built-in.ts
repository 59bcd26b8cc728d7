/** Stands where a call of another tool names its server. */
export const BUILT_IN_SERVER = "Pilothouse";

/** The app's own tools, by the names that the model sees; no server's tool can have one of them (M8). */
export const READ_TOOL = "read";
export const ASK_PERSON_TOOL = "ask_person";

/** Whether the app itself answers the call. By the name too: a server may be called anything. */
export function isBuiltIn(call: {
  readonly server: string | null;
  readonly name: string;
}): boolean {
  return (
    call.server === BUILT_IN_SERVER && (call.name === READ_TOOL || call.name === ASK_PERSON_TOOL)
  );
}
