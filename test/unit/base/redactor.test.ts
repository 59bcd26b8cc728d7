import { describe, expect, it } from "vitest";
import { REDACTED, Redactor } from "../../../src-main/base/redactor.ts";

const encoded = (text: string, encoding: "base64" | "base64url") =>
  Buffer.from(text).toString(encoding);

describe("a secret in base64", () => {
  it.each(["", "u", "us", "user:"])(
    "is hidden wherever it begins in what was encoded (after %j)",
    (before) => {
      const secret = "s3cret>>>?key";
      const redactor = new Redactor();
      redactor.add(secret);
      for (const encoding of ["base64", "base64url"] as const) {
        const text = encoded(`${before}${secret} and more`, encoding);
        const shown = redactor.text(text);
        expect(shown).toContain(REDACTED);
        const left = shown
          .split(REDACTED)
          .map((part) => Buffer.from(part, encoding).toString("latin1"));
        expect(left.join()).not.toMatch(/s3c|ret|key/);
      }
    },
  );
});

describe("the redactor (M23)", () => {
  const redactor = new Redactor();
  redactor.add("s3cret/key+1");

  it("hides a secret as it is, URL-encoded, and in base64", () => {
    const base64 = Buffer.from("s3cret/key+1").toString("base64");
    for (const form of ["s3cret/key+1", encodeURIComponent("s3cret/key+1"), base64]) {
      expect(redactor.text(`a ${form} b`)).not.toContain(form);
    }
  });

  it("hides it in every string of a JSON value, and leaves the rest as it is", () => {
    expect(redactor.json({ a: ["x s3cret/key+1", 1, null], b: true })).toEqual({
      a: ["x [REDACTED]", 1, null],
      b: true,
    });
  });

  it("does not hide what is too short to be a secret", () => {
    const short = new Redactor();
    short.add("abc");
    expect(short.text("abc")).toBe("abc");
  });
});
