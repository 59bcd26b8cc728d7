export interface PictureHeader {
  readonly mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** In pixels; null where the header is cut off or says nothing sensible. */
  readonly width: number | null;
  readonly height: number | null;
}

type Size = Pick<PictureHeader, "width" | "height">;
interface Format {
  readonly mimeType: PictureHeader["mimeType"];
  readonly matches: (bytes: Buffer) => boolean;
  /** May throw a RangeError when the header is cut off. */
  readonly size: (bytes: Buffer) => Size;
}

const unknownSize: Size = { width: null, height: null };

const formats: readonly Format[] = [
  { mimeType: "image/png", matches: startsWith("\x89PNG\r\n\x1a\n"), size: pngSize },
  { mimeType: "image/jpeg", matches: startsWith("\xff\xd8\xff"), size: jpegSize },
  {
    mimeType: "image/gif",
    matches: either(startsWith("GIF87a"), startsWith("GIF89a")),
    size: gifSize,
  },
  { mimeType: "image/webp", matches: isWebp, size: webpSize },
];

/** What the bytes themselves say they are (M21); null for anything that is not a picture the app shows. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = formats.find((candidate) => candidate.matches(buffer));
  if (format === undefined) return null;
  return { mimeType: format.mimeType, ...sizeOf(format, buffer) };
}

function sizeOf(format: Format, bytes: Buffer): Size {
  try {
    const size = format.size(bytes);
    return size.width === 0 || size.height === 0 ? unknownSize : size;
  } catch (error) {
    if (error instanceof RangeError) return unknownSize;
    throw error;
  }
}

function startsWith(magic: string): (bytes: Buffer) => boolean {
  return (bytes) => bytes.subarray(0, magic.length).equals(Buffer.from(magic, "latin1"));
}

function either(
  one: (bytes: Buffer) => boolean,
  other: (bytes: Buffer) => boolean,
): (bytes: Buffer) => boolean {
  return (bytes) => one(bytes) || other(bytes);
}

/** The size stands in the first chunk, IHDR, after the magic and the chunk's length and name. */
function pngSize(bytes: Buffer): Size {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size {
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Goes from segment to segment to the frame's, which holds height and width. */
function jpegSize(bytes: Buffer): Size {
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    // Any number of FF may fill the space before a marker.
    if (marker === 0xffff) at += 1;
    else if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (marker >> 8 !== 0xff) return unknownSize;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** SOF0 to SOF15, without the tables (C4, CC) and the extension (C8) between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

function isWebp(bytes: Buffer): boolean {
  return startsWith("RIFF")(bytes) && startsWith("WEBP")(bytes.subarray(8));
}

/** Three kinds: lossy, lossless, and extended, each with its own header; sizes less one in the last two. */
function webpSize(bytes: Buffer): Size {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return unknownSize;
  }
}
