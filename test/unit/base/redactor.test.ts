import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REDACTED, Redactor } from "../../../src-main/base/redactor.ts";

const encoded = (text: string, encoding: "base64" | "base64url") =>
  Buffer.from(text).toString(encoding);

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe("a secret in base64", () => {
  it.each(["", "u", "us", "user:"])(
    "is hidden wherever it begins in what was encoded (after %j)",
    (before) => {
      const redactor = knowing("s3cret>>>?key");
      for (const encoding of ["base64", "base64url"] as const) {
        const text = encoded(`${before}s3cret>>>?key and more`, encoding);
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
  const redactor = knowing("s3cret/key+1");

  it("hides a secret as it is, URL-encoded, and in base64", () => {
    const base64 = encoded("s3cret/key+1", "base64");
    const url = encodeURIComponent("s3cret/key+1");
    for (const form of ["s3cret/key+1", url, url.toLowerCase(), base64]) {
      expect(redactor.text(`a ${form} b`)).toBe(`a ${REDACTED} b`);
    }
  });

  it("hides a secret as JSON writers escape it, also inside of another JSON text", () => {
    const secret = 'pa"ss/wörd\n1';
    const hiding = knowing(secret);
    const json = JSON.stringify(secret);
    const forms = [
      json,
      JSON.stringify(json),
      json.replace("/", "\\/"),
      json.replace("ö", "\\u00f6"),
    ];
    for (const form of forms) expect(hiding.text(form)).not.toMatch(/pa|ss|rd/);
  });

  it("hides each long line of a secret that has several", () => {
    const key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n";
    expect(knowing(key).text("on stderr: AQEFAASCBKcwggSjAgEAAoIB")).toBe("on stderr: [REDACTED]");
  });

  it("hides it in every string of a JSON value, and leaves the rest as it is", () => {
    expect(redactor.json({ a: ["x s3cret/key+1", 1, null], b: true })).toEqual({
      a: ["x [REDACTED]", 1, null],
      b: true,
    });
    expect(redactor.json({ "s3cret/key+1": 1 })).toEqual({ [REDACTED]: 1 });
  });

  it("does not hide what is too short to be a secret", () => {
    expect(knowing("abcde").text("abcde")).toBe("abcde");
    expect(knowing("abcdef").text("abcdef")).toBe(REDACTED);
  });

  it("leaves nothing of a longer secret behind when a shorter one is a part of it", () => {
    expect(knowing("tok_AAA", "tok_AAA111").text("<tok_AAA111>")).toBe("<[REDACTED]>");
  });

  it("hides secrets that overlap as one, with nothing of either left", () => {
    expect(knowing("abcdefgh", "fghijklmnop").text("-abcdefghijklmnop-")).toBe("-[REDACTED]-");
  });

  it("shows everything that is no secret as it is", () => {
    const text = fc.string();
    const hiding = knowing("never-to-be-seen", "nor-this-one");
    fc.assert(fc.property(text, (shown) => hiding.text(shown) === shown));
  });

  it("hides the beginning of a secret at the end of a text that was cut", () => {
    expect(knowing("s3cret-and-long").cutText("key: s3cret-an")).toBe("key: [REDACTED]");
    expect(knowing("s3cret-and-long").cutText("keys")).toBe("keys");
  });

  it("leaves what is no secret as it is, however many secrets are known", () => {
    const secrets = Array.from({ length: 100 }, (_, index) => `sk-${index}-${randomHex(20)}`);
    const text = randomBytes(7_500_000).toString("base64");
    expect(knowing(...secrets).text(text)).toBe(text);
  });
});

describe("a text that comes in pieces", () => {
  it("shows the same as the whole, wherever it is cut", () => {
    const secrets = ["tok_AAA111", "tok_AAA111_longer", "k_BBB222", "222-overlaps"];
    const hiding = knowing(...secrets);
    const word = fc.constantFrom(...secrets, "tok_", "k_BBB222-overlaps", "text ", "a");
    const cut = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(word), cut, (words, sizes) => {
        const text = words.join("");
        const stream = hiding.stream();
        let shown = "";
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          shown += stream.push(text.slice(at, at + size));
          at += size;
        }
        expect(shown + stream.end()).toBe(hiding.text(text));
      }),
    );
  });

  it("holds nothing back that cannot become a secret", () => {
    expect(knowing("tok_AAA111").stream().push("all of it.")).toBe("all of it.");
  });
});

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
