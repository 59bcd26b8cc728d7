/** Whether two values of plain data are the same; the order of an object's members makes no difference. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const members = new Map(Object.entries(other));
  const own = Object.entries(one);
  return (
    own.length === members.size &&
    own.every(([name, value]) => members.has(name) && isDeepEqual(value, members.get(name)))
  );
}

function isBranch(value: unknown): value is object {
  return value !== null && typeof value === "object";
}
