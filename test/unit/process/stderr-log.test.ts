import { once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { StderrLog } from "../../../src-main/process/stderr-log.ts";

const secret = "a-secret-that-is-long-enough-to-be-cut-in-two";

describe("what a server writes to stderr", () => {
  it("hides a secret wherever it stands in a line without an end", async () => {
    const redactor = new Redactor();
    redactor.add(secret);
    const shown: string[] = [];
    const stream = new PassThrough();
    const log = new StderrLog(stream, redactor, (line) => shown.push(line));
    // However long a part of the line is kept: a cut falls into the secret again and again.
    for (let at = 0; at < 10_000; at += 1) stream.write(secret);
    stream.end("y");
    await once(stream, "close");
    expect(log.tail()).toHaveLength(1);
    // The secret is all small letters, and nothing else that is shown has any.
    expect(shown.join()).not.toMatch(/[a-z]/);
  });

  it("leaves a turn to everybody else between two big pieces, however much there is to read", async () => {
    const pieces = 20;
    const stream = new PassThrough({ highWaterMark: pieces * 64 * 1024 });
    const log = new StderrLog(stream, new Redactor(), () => {});
    for (let at = 0; at < pieces; at += 1) stream.write("y\n".repeat(32 * 1024));
    stream.end("the last line");
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!stream.readableEnded) setImmediate(count);
    };
    setImmediate(count);
    await once(stream, "close");
    expect(turns).toBeGreaterThanOrEqual(pieces - 1);
    expect(log.tail().at(-1)).toBe("the last line");
  });

  it("says what the app has to say of it as its last line", () => {
    const shown: string[] = [];
    const log = new StderrLog(new PassThrough(), new Redactor(), (line) => shown.push(line));
    log.note("It was ended.");
    expect([log.tail(), shown]).toEqual([["It was ended."], ["It was ended."]]);
  });
});
