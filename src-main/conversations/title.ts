/** Longest title made of a message, in characters: what a list row can show twice over. */
const MAX_TITLE_CHARS = 60;

/** A conversation is called by what was asked first, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.trim().split(/\s+/).join(" ");
  if (line.length <= MAX_TITLE_CHARS) return line;
  const cut = line.slice(0, MAX_TITLE_CHARS - 1);
  const words = cut.lastIndexOf(" ");
  return `${words > MAX_TITLE_CHARS / 2 ? cut.slice(0, words) : cut}…`;
}
