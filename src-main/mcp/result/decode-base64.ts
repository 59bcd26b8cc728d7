/** How the address of a picture begins that a server sends in the place of its bytes. */
const DATA_ADDRESS = /^data:[^,]{0,200};base64,/;

const BASE64_ALPHABET = /^[A-Za-z0-9+/_-]*$/;

/**
 * The bytes, or null when the text is no base64 of either alphabet. Line breaks are taken, and so is the
 * beginning of a `data:` address (B7.2).
 */
export function decodeBase64(text: string): Buffer | null {
  const data = text.startsWith("data:") ? text.replace(DATA_ADDRESS, "") : text;
  const bytes = Buffer.from(data, "base64");
  // Node leaves out what is not of the alphabet, and stops at an early end: by the length it is found out.
  if (bytes.length === lengthOf(data)) return bytes;
  const dense = data.replace(/\s+/g, "").replace(/=+$/, "");
  return BASE64_ALPHABET.test(dense) ? Buffer.from(dense, "base64") : null;
}

/** How many bytes it says it is, without a look at them. */
function lengthOf(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.floor(((data.length - padding) * 3) / 4);
}

/** The size of what is not decoded, in bytes. */
export function base64Bytes(data: unknown): number {
  return typeof data === "string" ? lengthOf(data) : 0;
}
