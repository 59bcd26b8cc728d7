/** The first line that says something; a heading does not. */
export function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
}
