import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { FrameRecord } from "../../../src-main/mcp/connection/frame-record.ts";

const redactor = new Redactor();

describe("the record of frames", () => {
  it("forgets the oldest when it is full, and knows how many there were", () => {
    const record = new FrameRecord({ capBytes: 256 * 1_024, clock: () => 7 });
    for (let frame = 0; frame < 10_000; frame += 1) {
      record.add("from-server", `{"id":${frame},"result":{"a":"${"x".repeat(100)}"}}`);
    }
    const shown = record.shown(redactor);
    expect(record.seen).toBe(10_000);
    expect(shown.length).toBeLessThan(2_600);
    expect(shown.at(-1)).toMatchObject({ id: 9_999, at: 7, direction: "from-server" });
    // No gap: what is left are the last ones, in their order.
    expect(shown.map(({ id }) => id)).toEqual(shown.map((_, at) => 10_000 - shown.length + at));
  });

  it("keeps the newest frame, whatever its size", () => {
    const record = new FrameRecord({ capBytes: 1_000 });
    record.add("to-server", "x".repeat(100_000));
    expect(record.shown(redactor)).toHaveLength(1);
  });

  it("reads method and id also from the head of a frame that is not whole", () => {
    const record = new FrameRecord();
    const params = `{"a":"${"x".repeat(300_000)}"}`;
    record.add(
      "from-server",
      Buffer.from(`{"jsonrpc":"2.0","id":3,"method":"m","params":${params}}`),
    );
    expect(record.shown(redactor)).toMatchObject([{ id: 3, method: "m", isWhole: false }]);
  });

  it("hides a secret that the end of the head cuts in two", () => {
    const hiding = new Redactor();
    hiding.add("s3cret-value-of-the-person");
    const record = new FrameRecord();
    const before = "x".repeat(4_096 - 12);
    record.add(
      "from-server",
      Buffer.from(`${before}s3cret-value-of-the-person${"y".repeat(300_000)}`),
    );
    expect(record.shown(hiding)[0]?.text).not.toContain("s3cret");
  });
});
