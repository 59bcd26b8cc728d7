/** Where in the workspace the browser server saves files by itself (M24). */
export const OUTPUT_FOLDER = "browser";
