/** Ends a switch over a union: the compiler refuses it when a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`A case is missing for ${JSON.stringify(value)}`);
}
