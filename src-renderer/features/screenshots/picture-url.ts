/** Where a stored picture is shown from: the app's own scheme, by the SHA-256 of its bytes (M33). */
export function pictureUrl(file: string): string {
  return `pilothouse-file://picture/${file}`;
}
