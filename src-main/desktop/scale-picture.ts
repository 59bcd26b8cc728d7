import { nativeImage, type NativeImage } from "electron";

interface Limits {
  /** In pixels. */
  readonly maxEdge: number;
  readonly maxBytes: number;
}

/** Of 100, tried one after the other: the first is hard to tell from the original. */
const JPEG_QUALITIES = [85, 70] as const;

/** Each further try has edges of this part of the last one's. */
const SHRINK = 0.75;

/** A picture that is still too large after so many tries is none that a model needs. */
const MAX_TRIES = 6;

/**
 * The picture within the limits: as a PNG where that is small enough, for its letters stay sharp,
 * else as a JPEG. Null for bytes that the system's decoder does not know; never throws.
 */
export function scalePicture(bytes: Buffer, limits: Limits): Promise<Buffer | null> {
  try {
    const picture = nativeImage.createFromBuffer(bytes);
    return Promise.resolve(picture.isEmpty() ? null : within(picture, limits));
  } catch {
    // A picture that no one can read is described to the model instead.
    return Promise.resolve(null);
  }
}

function within(picture: NativeImage, { maxEdge, maxBytes }: Limits): Buffer | null {
  let edge = maxEdge;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const small = fitted(picture, edge);
    for (const encode of encodings(small)) {
      const encoded = encode();
      if (encoded.length <= maxBytes) return encoded;
    }
    edge = Math.floor(edge * SHRINK);
  }
  return null;
}

function encodings(picture: NativeImage): readonly (() => Buffer)[] {
  return [() => picture.toPNG(), ...JPEG_QUALITIES.map((quality) => () => picture.toJPEG(quality))];
}

function fitted(picture: NativeImage, maxEdge: number): NativeImage {
  const { width, height } = picture.getSize();
  const factor = maxEdge / Math.max(width, height);
  if (factor >= 1) return picture;
  const size = (edge: number) => Math.max(1, Math.round(edge * factor));
  return picture.resize({ width: size(width), height: size(height), quality: "better" });
}
