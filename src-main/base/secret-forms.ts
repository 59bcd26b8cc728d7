/** Shorter values are not hidden: they would blot out ordinary words. In characters. */
export const MIN_SECRET_CHARS = 6;

/** A line of a longer secret, as of a key in a file, is hidden by itself from this length on, in characters. */
const MIN_LINE_CHARS = 16;

/** Bits of one character of base64. */
const BASE64_BITS = 6;

/**
 * The forms in which a secret turns up: as it is, line by line, URL-encoded, escaped as JSON writers do
 * it, and in base64 of both alphabets (M23). None for a value that is too short to be hidden.
 */
export function formsOf(secret: string): readonly string[] {
  if (secret.length < MIN_SECRET_CHARS) return [];
  const forms = [
    secret,
    ...linesOf(secret),
    ...urlForms(secret),
    ...jsonForms(secret),
    ...base64Forms(secret),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_CHARS);
}

/** What is written line by line is also read, and cut, line by line. */
function linesOf(secret: string): readonly string[] {
  return secret
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE_CHARS);
}

function urlForms(secret: string): readonly string[] {
  // Half a surrogate pair, which cannot be encoded, becomes what UTF-8 makes of it.
  const encoded = encodeURIComponent(Buffer.from(secret).toString());
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  // As forms are sent: a space is a plus, and a few more characters are encoded.
  const inForm = new URLSearchParams({ s: secret }).toString().slice("s=".length);
  return [encoded, lowerCase, inForm];
}

function jsonForms(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const ascii = escaped.replace(/[^\x20-\x7e]/g, unicodeEscape);
  const inJson = JSON.stringify(escaped).slice(1, -1);
  return [escaped, ascii, escaped.replaceAll("/", "\\/"), inJson];
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function base64Forms(secret: string): readonly string[] {
  const whole = Buffer.from(secret).toString("base64").replace(/=+$/, "");
  const standard = [whole, ...[0, 1, 2].map((before) => insideBase64(secret, before))];
  const forUrls = standard.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [...standard, ...forUrls, ...standard.map(encodeURIComponent)];
}

/**
 * What is the same in every base64 of a text in which the secret stands, as in the header of a login
 * with name and password; it depends on how many bytes, modulo three, stand before it.
 */
function insideBase64(secret: string, bytesBefore: number): string {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
  const from = Math.ceil((bytesBefore * 8) / BASE64_BITS);
  const to = Math.floor((bytes.length * 8) / BASE64_BITS);
  return bytes.toString("base64").slice(from, to);
}
