/** What the last word of a secret's name ends with, as in `GITHUB_TOKEN` or `db.password`. */
const SECRET_WORD = /(?:key|token|secret|password|passwd|auth|authorization|credentials?)s?$/i;

/** Whether a variable is named like one that holds a secret (M23); `KEYBOARD` and `AUTHOR` are not. */
export function isSecretName(name: string): boolean {
  return name.split(/[^A-Za-z0-9]+/).some((word) => SECRET_WORD.test(word));
}
