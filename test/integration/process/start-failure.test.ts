import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { childEnvironment, withPath } from "../../../src-main/process/environment.ts";
import { findProgram } from "../../../src-main/process/find-program.ts";
import {
  SupervisedProcess,
  type ProcessSpec,
} from "../../../src-main/process/supervised-process.ts";
import { notFound, startFailure } from "../../../src-main/process/start-failure.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const NOBODY = { afterStdinEnd: 0, afterTerm: 0 };

let started = 0;

/** What the start of this command fails with; a failure of the test when it does not fail. */
async function failureOf(command: string, more: Partial<ProcessSpec> = {}): Promise<AppError> {
  const spec: ProcessSpec = {
    ...{ name: "files", command, args: [], cwd: tempFolder(), graces: NOBODY },
    env: childEnvironment(process.env, {}),
    ...more,
  };
  started += 1;
  const id = `failing-${process.pid}-${started}`;
  try {
    const child = await SupervisedProcess.start(spec, id, new Redactor(), () => {});
    onTestFinished(async () => void (await child.kill()));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${command} has started.`);
}

function file(text: string, mode: number): string {
  const made = path.join(tempFolder(), "server");
  writeFileSync(made, text);
  chmodSync(made, mode);
  return made;
}

describe.skipIf(process.platform === "win32")("why a server does not start (B1.1)", () => {
  it("is that its command is in no folder of the PATH, which was searched", async () => {
    expect(await failureOf("no-such-program")).toMatchObject({
      code: "command-not-found",
      message:
        'The command "no-such-program" of the server "files" is in none of the folders of the PATH, which were searched. Install it, or write its full path. "What is wrong?" in the server panel, or "mcp doctor" on the command line, shows which ones.',
    });
  });

  it("is that there is nothing at its path; no PATH was searched for that", async () => {
    const { code, message } = await failureOf("/nowhere/at-all");
    expect(code).toBe("command-not-found");
    expect(message).toBe(
      'The command "/nowhere/at-all" of the server "files" does not exist. Install it, or write the path of a program that does.',
    );
  });

  it("is that what its first line asks for is missing, and not the script", async () => {
    const script = file("#! /nowhere/node --flag\n", 0o755);
    const { code, message } = await failureOf(script);
    expect(code).toBe("interpreter-not-found");
    expect(message).toContain(`The program ${script} of the server "files" is there, but`);
    expect(message).toContain("asks for is not: /nowhere/node. Install that");
  });

  it("is that its first line ends as on Windows", async () => {
    const { code, message } = await failureOf(file("#!/bin/sh\r\nexit\r\n", 0o755));
    expect(code).toBe("interpreter-not-found");
    expect(message).toContain("ends as on Windows");
  });

  it("is that it was built for another system, where no first line asks for anything", () => {
    const program = file("\u007fELF", 0o755);
    const start = { name: "files", command: program, cwd: "/", env: {} };
    expect(startFailure(start, "ENOENT").message).toContain("built for another system");
  });

  it("is that its file may not be run, whether by its path or found by the PATH", async () => {
    const script = file("#!/bin/sh\n", 0o644);
    expect(await failureOf(script)).toMatchObject({
      code: "command-not-executable",
      message: expect.stringContaining(
        `The file ${script} of the server "files" is there`,
      ) as string,
    });
    const env = childEnvironment(withPath(process.env, path.dirname(script)), {});
    expect((await failureOf("server", { env })).code).toBe("command-not-executable");
  });

  it("is that a folder was named as the command", async () => {
    expect((await failureOf(tempFolder())).code).toBe("not-started");
  });

  it("is that a file stands where its folder should", async () => {
    const cwd = file("", 0o600);
    expect((await failureOf(process.execPath, { cwd })).code).toBe("folder-not-found");
  });

  it("is something else, told by its code, where none of this is known", async () => {
    const start = { name: "files", command: process.execPath, cwd: "/", env: {} };
    expect(startFailure(start, "EAGAIN").message).toContain("could not be started: EAGAIN.");
    expect(startFailure(start, null).code).toBe("not-started");
  });
});

describe.skipIf(process.platform === "win32")("where a program is looked for", () => {
  const look = (command: string, PATH: string, cwd = "/") =>
    findProgram({ command, cwd, env: { PATH } });

  it("is the PATH in its order, past what may not be run", () => {
    const [plain, first] = [file("", 0o644), file("", 0o755)];
    const folders = [path.dirname(plain), path.dirname(first)];
    const found = look("server", folders.join(":"));
    expect(found).toEqual({ at: first, isBare: true, searched: folders, notExecutable: null });
  });

  it("is the folder that it runs in for a path, and for a relative folder of the PATH", () => {
    const program = file("", 0o755);
    const folder = path.dirname(program);
    expect(look("./server", "/bin", folder).at).toBe(program);
    expect(look("server", ".", folder).at).toBe(program);
  });

  it("is where the system looks by itself when there is no PATH", () => {
    expect(findProgram({ command: "sh", cwd: "/", env: {} }).at).toBe("/bin/sh");
  });

  it("is told by who shows the folders himself without saying where to see them", () => {
    const start = { name: "files", command: "no-such-program", cwd: "/", env: { PATH: "/bin" } };
    const { message } = notFound(start, findProgram(start));
    expect(message).toMatch(/Install it, or write its full path\.$/);
  });

  it("is no folder of that name", () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, "server"));
    expect(look("server", folder)).toMatchObject({ at: null, notExecutable: null });
  });
});
