/** The name of the bundled browser server (M24). */
export const BROWSER_SERVER = "playwright";
