import { z } from "zod";

/** The page that the conversation's browser was on, as the browser server reported it. */
export const Page = z.object({ url: z.string(), title: z.string() }).readonly();
export type Page = z.infer<typeof Page>;
