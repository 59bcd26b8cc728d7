import { z } from "zod";

/** One message on the wire between the app and a server, as it may be shown (M14). */
export const Frame = z
  .object({
    /** Counted from the first that went between the two in this run. */
    number: z.number().int(),
    direction: z.enum(["to-server", "from-server"]),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** On the wire, without the line's end. */
    bytes: z.number().int(),
    /** Of a request or notification; null for an answer, and where it is not known. */
    method: z.string().nullable(),
    id: z.union([z.string(), z.number()]).nullable(),
    /** `stray`: no JSON-RPC. `oversized`: longer than the app takes. */
    note: z.enum(["stray", "oversized"]).nullable(),
    /** All of it, or its head. */
    text: z.string(),
    isWhole: z.boolean(),
    /** SHA-256 of the bytes of one that is not whole, lower-case hex; null while it is made, or where it cannot be. */
    sha256: z.string().nullable(),
  })
  .readonly();
export type Frame = z.infer<typeof Frame>;

/** Which frames are wanted; of what is absent, all. */
export const FrameFilter = z
  .object({
    direction: z.enum(["to-server", "from-server"]).optional(),
    method: z.string().optional(),
    /** Stands somewhere in what is shown of the frame. */
    text: z.string().optional(),
    /** Earlier ones than the frame of this number. */
    before: z.number().int().optional(),
  })
  .readonly();
export type FrameFilter = z.infer<typeof FrameFilter>;

export const FramePage = z
  .object({
    /** Oldest first. */
    frames: z.array(Frame).readonly(),
    /** Whether earlier ones are remembered that fit the filter. */
    hasEarlier: z.boolean(),
    /** How many frames there have been, forgotten ones included. */
    seen: z.number().int(),
  })
  .readonly();
export type FramePage = z.infer<typeof FramePage>;
