import { isSecretName } from "./secret-name.ts";

/** A part of one argument that is a secret in plain text. */
export interface SecretArgument {
  readonly index: number;
  /** Where in the argument it begins; it goes to the argument's end. */
  readonly from: number;
  readonly value: string;
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
    const from = secretStart(arg, args[index - 1]);
    return from === null ? [] : [{ index, from, value: arg.slice(from) }];
  });
}

function secretStart(arg: string, before: string | undefined): number | null {
  for (const shape of [OPTION_WITH_VALUE, HEADER]) {
    const match = shape.exec(arg);
    if (match && isSecretName(match[1] ?? "")) return match[0].length;
  }
  const option = OPTION.exec(before ?? "")?.[1];
  const isValue = option !== undefined && isSecretName(option) && !arg.startsWith("-");
  return isValue && arg !== "" ? 0 : null;
}
