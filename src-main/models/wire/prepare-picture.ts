import { pictureHeader } from "../../base/picture-header.ts";
import type { Picture } from "../../../src-preload/model/content.ts";
import type { WireBlock } from "./wire-request.ts";
import type { PictureRules } from "./wire-rules.ts";

/** Reads the bytes of a picture by the SHA-256 that names its file. */
export type ReadPicture = (sha256: string) => Buffer;

export interface PictureLimits {
  /** In pixels. */
  readonly maxEdge: number;
  readonly maxBytes: number;
}

/** A smaller picture of the same thing, as PNG or JPEG; null where it cannot be made. Must not throw. */
export type ScalePicture = (bytes: Buffer, limits: PictureLimits) => Promise<Buffer | null>;

/** Where nothing is there that could scale one. */
export const cannotScale: ScalePicture = () => Promise.resolve(null);

export interface PictureTools {
  readonly rules: PictureRules;
  readonly read: ReadPicture;
  readonly scale: ScalePicture;
}

/**
 * The picture as the provider takes it, its type told from its bytes whatever it was declared as
 * (B7.2), or a line of text in its place. Never fails: no picture ends a conversation.
 */
export async function preparePicture(picture: Picture, tools: PictureTools): Promise<WireBlock> {
  const bytes = bytesOf(picture, tools.read);
  if (bytes === null) return note(picture, "its file is missing");
  const header = pictureHeader(bytes);
  if (header === null) return note(picture, "its bytes are none of a picture");
  if (fits(bytes, tools.rules)) return { type: "picture", mimeType: header.mimeType, bytes };
  const scaled = await tools.scale(bytes, tools.rules);
  const mimeType = scaled && pictureHeader(scaled)?.mimeType;
  if (!scaled || !mimeType || !fits(scaled, tools.rules)) {
    return note(picture, "not of a kind or size that this model takes, shown to the user");
  }
  return { type: "picture", mimeType, bytes: scaled };
}

/** What the model reads in the place of a picture. */
export function note({ mimeType, width, height }: Picture, why: string): WireBlock {
  const size = width === null || height === null ? "" : ` ${width}×${height}`;
  return { type: "text", text: `[image ${mimeType}${size}, ${why}]` };
}

function fits(bytes: Buffer, rules: PictureRules): boolean {
  const header = pictureHeader(bytes);
  const edge = Math.max(header?.width ?? 0, header?.height ?? 0);
  const isKnown = header !== null && rules.types.includes(header.mimeType);
  return isKnown && edge <= rules.maxEdge && bytes.length <= rules.maxBytes;
}

/** Null when the file is gone: a conversation has to go on without one of its pictures. */
function bytesOf(picture: Picture, read: ReadPicture): Buffer | null {
  try {
    return read(picture.file);
  } catch {
    return null;
  }
}
