import { describe, expect, it } from "vitest";
import { plainSecretsOf } from "../../../src-main/mcp/config/plain-secrets.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";

describe("the secrets that stand in an entry as they are (M23)", () => {
  it("are values named or marked so, and arguments named so", () => {
    const entry = fakeServer({
      config: {
        args: ["--token", "tok_argument", "--color=blue", "--api-key=key_argument"],
        env: { GITHUB_TOKEN: "tok_value", PLAIN: "plain", MARKED: "marked-value" },
        secretEnv: ["MARKED"],
      },
    });
    expect([...plainSecretsOf(entry)].sort()).toEqual([
      "key_argument",
      "marked-value",
      "tok_argument",
      "tok_value",
    ]);
  });

  it("are none where a variable stands for them", () => {
    const env = { API_KEY: "${secret:API_KEY}", TOKEN: "${env:TOKEN}", GONE_TOKEN: null };
    expect(plainSecretsOf(fakeServer({ config: { env } }))).toEqual([]);
  });
});
