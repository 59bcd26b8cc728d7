import path from "node:path";
import { describe, expect, it } from "vitest";
import { expandServer, secretNamesIn } from "../../../src-main/mcp/config/expand.ts";
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

  it("puts in a kept secret wherever it stands, and hides its value (M2, M23)", () => {
    const config = server({
      args: ["Bearer ${secret:my-word}"],
      env: { PLAIN: "${secret:my-word}" },
    });
    const expanded = expandServer(config, "/w", {}, new Map([["my-word", "kept-1${HOME}"]]));
    expect(expanded.args).toEqual(["Bearer kept-1${HOME}"]);
    expect(expanded.env).toEqual({ PLAIN: "kept-1${HOME}" });
    expect(expanded.secrets).toContain("kept-1${HOME}");
    expect(secretNamesIn(config)).toEqual(["my-word"]);
  });

  it("hides a value that the entry marks as secret, whatever its name (M23)", () => {
    const config = server({ env: { PLAIN: "hidden-1", OPEN: "open-1" }, secretEnv: ["PLAIN"] });
    expect(expandServer(config, "/w", {}).secrets).toEqual(["hidden-1"]);
  });

  it("hides what an argument is named like: by its option, the one before it, or a header (B11.1)", () => {
    const args = ["--token", "s_CCC333", "--api-key=z_DDD444", "Authorization: Bearer h_EEE555"];
    const plain = ["--port", "8080", "--keyboard=de", "--token", "--verbose"];
    const config = server({ args: [...args, ...plain] });
    expect(expandServer(config, "/w", {}).secrets).toEqual(["s_CCC333", "z_DDD444", "h_EEE555"]);
  });

  it("expands every field once and leaves other dollars alone (B11.3)", () => {
    const config = server({
      command: "${env:TOOLS}/srv",
      args: ["--token", "${env:DEMO_TOKEN}", "$5", "${a b}", "${input:x}"],
      env: { T: "${DEMO_TOKEN}" },
      cwd: "${workspace}/in",
    });
    const host = { TOOLS: "/t", DEMO_TOKEN: "a${HOME}b", HOME: "/h" };
    expect(expandServer(config, "/w", host)).toMatchObject({
      command: "/t/srv",
      args: ["--token", "a${HOME}b", "$5", "${a b}", "${input:x}"],
      env: { T: "a${HOME}b" },
      cwd: path.resolve("/w/in"),
    });
  });

  it.each([
    ["command", { command: "${NOPE}" }],
    ["cwd", { cwd: "${env:NOPE}" }],
  ])("names the field %s of a variable that is not set (B11.3)", (field, parts) => {
    expect(() => expandServer(server(parts), "/w", {})).toThrow(`NOPE in ${field}`);
  });

  it("takes a folder that is not absolute as one of the workspace", () => {
    expect(expandServer(server({ cwd: "sub" }), "/w", {}).cwd).toBe(path.resolve("/w/sub"));
  });

  it("does not start a server with an unset variable elsewhere, and names variable and field", () => {
    expect(() => expandServer(server({ args: ["a", "${NOPE}"] }), "/w", {})).toThrow(
      /NOPE in args\[1\]/,
    );
  });
});
