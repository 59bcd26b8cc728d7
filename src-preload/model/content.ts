import { z } from "zod";

/** A picture kept as a file that is named by the SHA-256 of its bytes; shown as `pilothouse-file://picture/<file>`. */
export const Picture = z
  .object({
    type: z.literal("image"),
    mimeType: z.string(),
    /** SHA-256 of the bytes, lower-case hex. */
    file: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .readonly();
export type Picture = z.infer<typeof Picture>;

/**
 * A content block as the server sent it, unknown members and unknown types included (M14).
 * Only the bytes of pictures are taken out: they are a {@link Picture} here.
 */
export const ContentBlock = z.looseObject({ type: z.string() }).readonly();
export type ContentBlock = z.infer<typeof ContentBlock>;

/** A block as the model gets it (M21). */
export const ModelBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }).readonly(),
  Picture,
]);
export type ModelBlock = z.infer<typeof ModelBlock>;

export function isPicture(block: ContentBlock | ModelBlock): block is Picture {
  return Picture.safeParse(block).success;
}
