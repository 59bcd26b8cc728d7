import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";

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
