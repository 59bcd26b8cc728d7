import { z } from "zod";

/** One field of a tool that is not what it was; null where the field was not there, or is not any more. */
export const ToolDifference = z
  .object({
    /** Its place in the tool's declaration, as in `inputSchema.properties.path.description`. */
    field: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .readonly();
export type ToolDifference = z.infer<typeof ToolDifference>;

/** A tool that has changed since the person saw it: it is neither offered nor called until they approve it (S42). */
export const HeldBackTool = z
  .object({
    /** The server's own name. */
    tool: z.string(),
    /** SHA-256 of what the server declares now: an approval is for exactly this. */
    hash: z.string(),
    differences: z.array(ToolDifference).readonly(),
  })
  .readonly();
export type HeldBackTool = z.infer<typeof HeldBackTool>;

/** What is known of a server's tools, and from when. */
export const CatalogueState = z.enum([
  /** Never asked, and nothing kept. */
  "unknown",
  /** From an earlier run; the server is asked when its tools are first wanted. */
  "cached",
  "refreshing",
  /** Asked in this run. */
  "live",
  /** It could not be asked; tools from an earlier run stay offered. */
  "failed",
]);
export type CatalogueState = z.infer<typeof CatalogueState>;

export const CatalogueStatus = z
  .object({
    state: CatalogueState,
    /** Sentences about tools and pages that were left out, and about names that had to change. */
    problems: z.array(z.string()).readonly(),
    heldBack: z.array(HeldBackTool).readonly(),
    /** Tools that came after the server was first seen and that the person has not looked at yet; they are offered. */
    newTools: z.array(z.object({ tool: z.string(), hash: z.string() }).readonly()).readonly(),
  })
  .readonly();
export type CatalogueStatus = z.infer<typeof CatalogueStatus>;
