/** One measured figure: a value, the floor measured in the same run, and the mark it is held to. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Null where the mark is absolute. */
  readonly floor: number | null;
  readonly ratio: number | null;
  /** What it may be at most: of the ratio where there is a floor, else of the value. */
  readonly mark: number;
}

/** A figure against a floor of the same run. */
export function againstFloor(
  name: string,
  unit: string,
  value: number,
  floor: number,
  mark: number,
): Figure {
  return { name, unit, value, floor, ratio: value / floor, mark };
}

/** A figure that counts by itself. */
export function absolute(name: string, unit: string, value: number, mark: number): Figure {
  return { name, unit, value, floor: null, ratio: null, mark };
}

export function isMet({ value, ratio, mark }: Figure): boolean {
  return (ratio ?? value) <= mark;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
