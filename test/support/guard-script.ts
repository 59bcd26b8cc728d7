import path from "node:path";

/** The built guard: it runs outside the tests' own transformation. */
export const guardScript = path.resolve(import.meta.dirname, "../../dist/main/guard.js");
