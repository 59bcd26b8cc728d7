/** Sentences about names that differ, and that a person would take for the same (S44). */
export function lookAlikes(names: readonly string[]): readonly string[] {
  const byLook = new Map<string, string>();
  const warnings: string[] = [];
  for (const name of names) {
    const other = byLook.get(look(name));
    if (other === undefined) byLook.set(look(name), name);
    else if (other !== name) {
      warnings.push(`The servers "${other}" and "${name}" have names that look almost the same.`);
    }
  }
  return warnings;
}

/** What is left of a name when case, accents, width and separators are not looked at. */
function look(name: string): string {
  const bare = name.normalize("NFKD").toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]/gu, "");
}
