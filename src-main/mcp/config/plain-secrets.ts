import { secretArguments } from "./secret-arguments.ts";
import { isSecretName } from "./secret-name.ts";
import type { ServerEntry } from "./server-config.ts";
import { variablesIn } from "./variables.ts";

/** The values in an entry that are secret and stand there as they are, not as a variable (M23). */
export function plainSecretsOf({ args, env, secretEnv }: ServerEntry): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== null && (isSecretName(name) || secretEnv.includes(name)) ? [value] : [],
  );
  const plain = [...values, ...secretArguments(args).map(({ value }) => value)];
  return plain.filter((value) => variablesIn(value).length === 0);
}
