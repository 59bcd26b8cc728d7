/**
 * Whether a link may be handed to the system: https to a named host, or mailto; without a user or
 * password in it and without control characters, which hide where it leads (S08).
 */
export function isOpenable(url: string): boolean {
  if (hasHiddenCharacters(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol === "mailto:") return true;
  return protocol === "https:" && hostname !== "" && username === "" && password === "";
}

/** Blanks and control characters, which URL parsing silently drops. */
function hasHiddenCharacters(url: string): boolean {
  return Array.from(url).some((char) => char <= " " || char === "\u007f");
}
