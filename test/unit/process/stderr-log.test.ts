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
});
