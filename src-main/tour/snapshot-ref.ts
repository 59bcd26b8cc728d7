/**
 * The reference of an element in a page's snapshot, as `@playwright/mcp` writes it
 * (`- textbox "Name" [ref=e12]`); null when there is no such element.
 */
export function snapshotRef(snapshot: string, role: string, name: string): string | null {
  const start = `- ${role} "${name}"`;
  const line = snapshot.split("\n").find((candidate) => candidate.trimStart().startsWith(start));
  return /\[ref=(\w+)\]/.exec(line ?? "")?.[1] ?? null;
}
