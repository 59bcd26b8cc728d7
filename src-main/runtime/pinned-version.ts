/** The one place where the version of @playwright/mcp stands in the code (M24). A test holds it against package.json. */
export const BROWSER_SERVER_VERSION = "0.0.83";
