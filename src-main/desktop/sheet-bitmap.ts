/** Edge of the drawn icon, in pixels: what systems take for the icon of a file. */
export const SHEET_PX = 32;

/** The sheet stands upright in the square, this far from its sides, in pixels. */
const MARGIN_PX = 5;

const EDGE = [0x60, 0x60, 0x60, 0xff] as const;
const PAPER = [0xff, 0xff, 0xff, 0xff] as const;
const NOTHING = [0, 0, 0, 0] as const;

/** A sheet of paper, four bytes a pixel: blue, green, red, opacity. */
export function sheetBitmap(): Buffer {
  const pixels = Array.from({ length: SHEET_PX * SHEET_PX }, (_pixel, index) =>
    colourAt(index % SHEET_PX, Math.floor(index / SHEET_PX)),
  );
  return Buffer.from(pixels.flat());
}

function colourAt(x: number, y: number): readonly number[] {
  const [left, right] = [MARGIN_PX, SHEET_PX - 1 - MARGIN_PX];
  if (x < left || x > right) return NOTHING;
  const isEdge = x === left || x === right || y === 0 || y === SHEET_PX - 1;
  return isEdge ? EDGE : PAPER;
}
