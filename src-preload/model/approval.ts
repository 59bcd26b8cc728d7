import { z } from "zod";
import { Page } from "./page.ts";

/** What a tool can do, by which it is decided whether a person is asked (M30). */
export const Risk = z.enum(["read", "act", "upload", "download", "run-code"]);
export type Risk = z.infer<typeof Risk>;

export const ApprovalAnswer = z.enum([
  /** This call alone. */
  "once",
  /** Calls like it on this site, in this conversation. */
  "site",
  /** Calls like it on this site, in every conversation. */
  "always",
  /** Not this call. */
  "not-now",
  /** No call like it on this site, in every conversation. */
  "never",
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

export const ApprovalReason = z.enum([
  /** Nothing was answered yet for such calls on this site. */
  "first-on-site",
  /** The last answer on this site was `once`. */
  "answered-once",
  /** Uploads, downloads and code are asked about every time. */
  "always-asked",
  /** The person wants to be asked about every act. */
  "careful",
  /** A secret that the app knows stands in the arguments. */
  "holds-secret",
  /** A server that the app does not know: every tool is asked about. */
  "unknown-server",
]);
export type ApprovalReason = z.infer<typeof ApprovalReason>;

/** A call that stands still until the person answers. The answer is bound to exactly this call (S51). */
export const ApprovalRequest = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    callId: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()).readonly(),
    risk: Risk,
    reason: ApprovalReason,
    /** The origin that the call would work on; null when there is none yet. */
    site: z.string().nullable(),
    page: Page.nullable(),
    /** The latest picture of the page, a file's hash. */
    picture: z.string().nullable(),
    /** The answers that make sense for this call, in the order in which they are shown. */
    answers: z.array(ApprovalAnswer).readonly(),
    requestedAt: z.number(),
  })
  .readonly();
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** How much is asked before the rules count that the person's answers have made (M30). */
export const ApprovalPreset = z.enum([
  /** Reading is allowed, every act is asked about. */
  "careful",
  /** Acting is asked about once per site and conversation; uploads, downloads and code every time. */
  "usual",
  /** Acting is allowed; uploads and downloads are asked about once per site, code every time. */
  "trusting",
]);
export type ApprovalPreset = z.infer<typeof ApprovalPreset>;

/** What the person has answered for good, or for one conversation. */
export const StandingRule = z
  .object({
    key: z.string(),
    /** The conversation in which it holds; null for all. */
    conversationId: z.string().nullable(),
    server: z.string(),
    /** Null for every tool of the server. */
    tool: z.string().nullable(),
    /** Null for every site. */
    site: z.string().nullable(),
    /** What of it the rule is about; null for acting. */
    risk: Risk.nullable(),
    decision: z.enum(["allow", "deny"]),
  })
  .readonly();
export type StandingRule = z.infer<typeof StandingRule>;
