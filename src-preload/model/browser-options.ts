import { z } from "zod";

/** Groups of tools that the browser server offers on top of its usual ones, by its own names for them. */
export const BrowserCapability = z.enum([
  "vision",
  "pdf",
  "devtools",
  "network",
  "storage",
  "testing",
]);
export type BrowserCapability = z.infer<typeof BrowserCapability>;

/** A window smaller than this shows nothing, one larger makes pictures that no model takes; in CSS pixels. */
const viewportSide = z.number().int().min(100).max(8_000);

/** What a person can set about the browser of every conversation (M24). Holds from its next start. */
export const BrowserOptions = z
  .object({
    capabilities: z.array(BrowserCapability).readonly(),
    /** Whether `browser_run_code_unsafe` may be used: it can write files anywhere. */
    runCode: z.boolean(),
    /** Null: the server's own size, or the window's. */
    viewport: z.object({ width: viewportSide, height: viewportSide }).readonly().nullable(),
    /** As in `de-AT`; null for the system's. */
    locale: z.string().min(1).nullable(),
    /** As in `Europe/Vienna`; null for the system's. */
    timeZone: z.string().min(1).nullable(),
    /** More arguments for the server; when there are any, PLAYWRIGHT_EXTRA_ARGS does not count. */
    extraArguments: z.array(z.string()).readonly(),
  })
  .readonly();
export type BrowserOptions = z.infer<typeof BrowserOptions>;

export const defaultBrowserOptions: BrowserOptions = {
  capabilities: [],
  runCode: false,
  viewport: null,
  locale: null,
  timeZone: null,
  extraArguments: [],
};
