/**
 * `${workspace}`, `${env:NAME}` with its short form `${NAME}`, and `${secret:NAME}` (M2). All else that
 * stands in `${}` is not the app's, and stays.
 */
const VARIABLE = /\$\{(?:(env|secret):([^{}]+)|([A-Za-z_][A-Za-z0-9_]*))\}/g;

export type Variable =
  | { readonly kind: "workspace" }
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "secret"; readonly name: string };

/** Replaces each variable once: what it stands for is not looked at again (M2). */
export function replaceVariables(text: string, valueOf: (variable: Variable) => string): string {
  return text.replace(
    VARIABLE,
    (_whole, kind: "env" | "secret" | undefined, long: string | undefined, short: string) =>
      valueOf(toVariable(kind ?? "env", long ?? short)),
  );
}

function toVariable(kind: "env" | "secret", name: string): Variable {
  return kind === "env" && name === "workspace" ? { kind: "workspace" } : { kind, name };
}

/** The variables of a text in their order. */
export function variablesIn(text: string): readonly Variable[] {
  const found: Variable[] = [];
  replaceVariables(text, (variable) => {
    found.push(variable);
    return "";
  });
  return found;
}
