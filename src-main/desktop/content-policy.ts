/** Scheme and host of the window's own pages; a standard scheme of ours, never `file:` (S20). */
export const APP_SCHEME = "pilothouse";
export const APP_ORIGIN = `${APP_SCHEME}://app`;

/** Scheme of pictures, which lie as files named by their hash (S22). */
export const FILE_SCHEME = "pilothouse-file";

/**
 * What the window may load (S19): its own files and the app's pictures, nothing remote, no inline
 * script. Style elements need the load's nonce: Radix makes some; attributes are allowed, since
 * Radix and KaTeX place things by them.
 */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${FILE_SCHEME}: blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
