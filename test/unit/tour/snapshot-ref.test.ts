import { expect, test } from "vitest";
import { snapshotRef } from "../../../src-main/tour/snapshot-ref.ts";

/** As `@playwright/mcp` 0.0.83 writes it. */
const snapshot = `### Snapshot
\`\`\`yaml
- generic [active] [ref=e1]:
  - textbox "Name of the boat" [ref=e5]
  - combobox "Nights" [ref=e9]:
    - option "1 night" [selected]
  - button "Book" [disabled] [ref=e20] [cursor=pointer]
  - img "Book"
\`\`\``;

test.each([
  ["textbox", "Name of the boat", "e5"],
  ["combobox", "Nights", "e9"],
  ["button", "Book", "e20"],
])("finds the %s “%s”", (role, name, ref) => {
  expect(snapshotRef(snapshot, role, name)).toBe(ref);
});

test.each([
  ["textbox", "Name"],
  ["link", "Book"],
  ["img", "Book"],
])("finds no %s “%s”", (role, name) => {
  expect(snapshotRef(snapshot, role, name)).toBeNull();
});
