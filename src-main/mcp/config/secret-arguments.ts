import { isSecretName } from "./secret-name.ts";

/** A part of one argument that is a secret in plain text. */
export interface SecretArgument {
  readonly index: number;
  /** Where in the argument it begins; it goes to the argument's end. */
  readonly from: number;
  readonly value: string;
  /** What it is named by, as in `api-key`. */
  readonly name: string;
}

/** An option with its value, as in `--api-key=…`. */
const OPTION_WITH_VALUE = /^--?([A-Za-z][\w.-]*)=(?=.)/;

/** An option alone: its value is the next argument, as in `--token …`. */
const OPTION = /^--?([A-Za-z][\w.-]*)$/;

/** A header, as in `Authorization: Bearer …`. */
const HEADER = /^([A-Za-z][\w-]*):\s*(?:(?:Bearer|Basic|Token)\s+)?(?=\S)/i;

/** The arguments that are named like a secret by an option, by a header, or by the option before them (M23). */
export function secretArguments(args: readonly string[]): readonly SecretArgument[] {
  return args.flatMap((arg, index) => {
    const found = secretStart(arg, args[index - 1]);
    return found ? [{ ...found, index, value: arg.slice(found.from) }] : [];
  });
}

function secretStart(arg: string, before: string | undefined) {
  for (const shape of [OPTION_WITH_VALUE, HEADER]) {
    const match = shape.exec(arg);
    const name = match?.[1] ?? "";
    if (match && isSecretName(name)) return { from: match[0].length, name };
  }
  const name = OPTION.exec(before ?? "")?.[1] ?? "";
  const isValue = arg !== "" && !arg.startsWith("-");
  return isValue && isSecretName(name) ? { from: 0, name } : null;
}
