import { describe, expect, it } from "vitest";
import { expandServer } from "../../../src-main/mcp/config/expand.ts";
import { serverDefaults, type ServerConfig } from "../../../src-main/mcp/config/server-config.ts";

const server = (parts: Partial<ServerConfig>): ServerConfig => ({
  ...serverDefaults,
  name: "s",
  command: "run",
  args: [],
  ...parts,
});

describe("expanding a server's entry (M2)", () => {
  it("puts in the workspace and the environment, in both spellings", () => {
    const config = server({ args: ["${workspace}/out", "${env:HOME}", "${HOME}"] });
    expect(expandServer(config, "/w", { HOME: "/h" }).args).toEqual(["/w/out", "/h", "/h"]);
  });

  it("does not look again at what it has put in", () => {
    const config = server({ args: ["${A}"] });
    expect(expandServer(config, "/w", { A: "${workspace}" }).args).toEqual(["${workspace}"]);
  });

  it("leaves an unset variable of an env value empty, with a warning", () => {
    const expanded = expandServer(server({ env: { T: "x${NOPE}" } }), "/w", {});
    expect(expanded.env).toEqual({ T: "x" });
    expect(expanded.warnings[0]).toContain("NOPE");
  });

  it("knows what of it is secret: by an entry's name, and by a variable's wherever it stands (M23)", () => {
    const config = server({
      args: ["--header", "Bearer ${API_TOKEN}", "${HOME}"],
      env: { DB_PASSWORD: "pw-${HOME}", LANG: "en", GIVEN: "${env:MY_KEY}" },
    });
    const host = { API_TOKEN: "token-1", HOME: "/h", MY_KEY: "key-1" };
    expect(new Set(expandServer(config, "/w", host).secrets)).toEqual(
      new Set(["token-1", "pw-/h", "key-1"]),
    );
  });

  it("takes a secret that is not kept as a variable that is not set, and never as its own name", () => {
    const expanded = expandServer(server({ env: { T: "${secret:API}" } }), "/w", { API: "x" });
    expect(expanded.env).toEqual({ T: "" });
    expect(expanded.warnings[0]).toContain("secret:API in env.T");
    expect(() => expandServer(server({ args: ["${secret:API}"] }), "/w", {})).toThrow(/secret:API/);
  });

  it("does not start a server with an unset variable elsewhere, and names variable and field", () => {
    expect(() => expandServer(server({ args: ["a", "${NOPE}"] }), "/w", {})).toThrow(
      /NOPE in args\[1\]/,
    );
  });
});
