import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import type { ServerConfig } from "../../../src-main/mcp/config/server-config.ts";
import { examinationText } from "../../../src-main/mcp/doctor/examination-text.ts";
import { examineServer } from "../../../src-main/mcp/doctor/examine-server.ts";
import { fakeServer, type FakeServerOptions } from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

async function examine(server: FakeServerOptions = {}, redactor = new Redactor()) {
  const workspace = tempFolder();
  const { signal } = new AbortController();
  const context = launchContext({ redactor });
  const examination = await examineServer(fakeServer(server), workspace, context, signal);
  expect(processesWith(workspace)).toEqual([]);
  return examination;
}

const outcomes = ({ steps }: Awaited<ReturnType<typeof examine>>) =>
  steps.map(({ step, outcome }) => `${step}: ${outcome}`);

describe("the examination of a server", () => {
  it("says that one works, and how long each step took", async () => {
    const examination = await examine();
    expect(examination).toMatchObject({ works: true, cause: "", waysOut: [], exit: null });
    expect(outcomes(examination)).toEqual([
      "entry: done",
      "command: done",
      "process: done",
      "handshake: done",
      "tools: done",
    ]);
    expect(examination.steps.every(({ ms }) => ms !== null)).toBe(true);
  });

  it("says what ended during its start, with code, last lines and what they mean", async () => {
    const args = ["-e", "console.error('Error: Cannot find module left-pad'); process.exit(3)"];
    const examination = await examine({ config: { args } });
    expect(examination).toMatchObject({
      works: false,
      cause: "A part of the server is missing.",
      exit: { code: 3, signal: null },
      stderrTail: ["Error: Cannot find module left-pad"],
    });
    expect(outcomes(examination)).toEqual([
      "entry: done",
      "command: done",
      "process: done",
      "handshake: failed",
      "tools: not-reached",
    ]);
    expect(examination.waysOut[0]).toContain("Install the server again");
  });

  it("says where a command was looked for that is nowhere", async () => {
    const examination = await examine({ config: { command: "no-such-program" } });
    expect(examination.command).toMatchObject({ foundAt: null });
    expect(examination.command?.searched).toContain("/usr/bin");
    expect(outcomes(examination)).toContain("process: not-reached");
  });

  it("looks for a command in the PATH that its entry gives it, as its start does (B1.1)", async () => {
    const bin = tempFolder();
    symlinkSync(process.execPath, path.join(bin, "only-here"));
    const examination = await examine({ config: { command: "only-here", env: { PATH: bin } } });
    expect(examination).toMatchObject({ works: true, command: { searched: [bin] } });
  });

  it("says that a command may not be run, and what to do about it", async () => {
    const command = path.join(tempFolder(), "server");
    writeFileSync(command, "#!/bin/sh\n", { mode: 0o644 });
    const examination = await examine({ config: { command } });
    expect(examination.cause).toContain("is there, but may not be run");
    expect(examination.waysOut[0]).toContain("chmod +x");
  });

  it("names the variable that is not set, and runs nothing", async () => {
    const examination = await examine({ config: { args: ["${env:NO_SUCH_VARIABLE}"] } });
    expect(examination.cause).toContain("NO_SUCH_VARIABLE in args[0]");
    expect(examination.command).toBeNull();
  });

  it("tells what keeps it from being prepared, as who holds the profile", async () => {
    const prepare: ServerConfig["prepare"] = () =>
      Promise.reject(new AppError("profile-in-use", "A browser (process 7) has the profile."));
    const examination = await examine({ config: { prepare } });
    expect(examination.cause).toBe("A browser (process 7) has the profile.");
    expect(outcomes(examination)).toContain("preparation: failed");
    expect(outcomes(examination)).toContain("process: not-reached");
  });

  it("says that one hangs, and ends it", async () => {
    const config = { startupTimeoutMs: 300 };
    const examination = await examine({ mode: "hang-on-start", config });
    expect(examination.cause).toContain("did not answer within");
    expect(examination.exit).toBeNull();
    expect(examination.stderrTail).toEqual(["waiting for a licence"]);
  });

  it("shows no secret anywhere, also not in the report (M23)", async () => {
    const args = ["-e", "console.error(process.env.MY_TOKEN, process.argv); process.exit(1)", "x"];
    const env = { MY_TOKEN: "the-very-secret" };
    const examination = await examine({
      config: { args: [...args, "--token=the-very-secret"], env },
    });
    const shown = JSON.stringify(examination) + examinationText(examination);
    expect(shown).not.toContain("the-very-secret");
    expect(shown).toContain("[REDACTED]");
    expect(examination.command?.variables).toContain("MY_TOKEN");
  });

  it("writes a report that a person can read", async () => {
    const text = examinationText(await examine({ mode: "crash-on-start" }));
    expect(text).toContain('The server "fake" does not work:');
    expect(text).toContain("  1. ");
    expect(text).toContain("Answered: FAILED");
    expect(text).toContain("Tools listed: not reached");
    expect(text).toContain("Last lines of stderr");
  });

  it("ends what it started when it is given up", async () => {
    const abort = new AbortController();
    const workspace = tempFolder();
    const config = fakeServer({ mode: "hang-on-start" });
    const examining = examineServer(config, workspace, launchContext(), abort.signal);
    await vi.waitFor(() => expect(processesWith(workspace)).not.toEqual([]));
    abort.abort();
    await expect(examining).rejects.toMatchObject({ name: "AbortError" });
    expect(processesWith(workspace)).toEqual([]);
  });
});
