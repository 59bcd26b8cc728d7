/** The smallest bytes that say what they are and how large; not whole pictures. */
export function png(width: number, height: number, tail = ""): Buffer {
  const header = Buffer.alloc(24);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, Buffer.from(tail)]);
}

export function gif(width: number, height: number): Buffer {
  const header = Buffer.from("GIF89a\0\0\0\0", "latin1");
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return header;
}

/** With a segment of application data, a fill byte and the tables that stand before a real frame. */
export function jpeg(width: number, height: number, frameMarker = 0xc0): Buffer {
  const frame = Buffer.from([0xff, frameMarker, 0, 11, 8, 0, 0, 0, 0, 1, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const application = Buffer.from([0xff, 0xe0, 0, 4, 0xff, 0xc0]);
  const tables = Buffer.from([0xff, 0xff, 0xc4, 0, 3, 9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), application, tables, frame]);
}

function webp(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, "latin1"), body]);
}

export function lossyWebp(width: number, height: number): Buffer {
  const body = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0]);
  body.writeUInt16LE(width, 6);
  body.writeUInt16LE(height, 8);
  return webp("VP8 ", body);
}

export function losslessWebp(width: number, height: number): Buffer {
  const body = Buffer.from([0x2f, 0, 0, 0, 0]);
  body.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return webp("VP8L", body);
}

export function extendedWebp(width: number, height: number): Buffer {
  const body = Buffer.alloc(10);
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  return webp("VP8X", body);
}
