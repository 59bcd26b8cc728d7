import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spawnable, windowsCommand } from "../../../src-main/process/windows-command.ts";
import {
  argumentsBehindBatchFile,
  splitAsShell,
  splitAsUcrt,
} from "../../fixtures/windows-readers.ts";

const env = {
  Path: 'relative;C:\\Tools;"C:\\Program Files\\nodejs";C:\\Users\\ünï\\npm',
  SystemRoot: "C:\\Windows",
};

/** A disk with just these files; Windows knows no case. */
const disk =
  (...files: readonly string[]) =>
  (file: string) =>
    files.some((each) => each.toLowerCase() === file.toLowerCase());

const NOWHERE = "is in none of the folders of the PATH, which were searched.";

const NPX = "C:\\Program Files\\nodejs\\npx.cmd";

function resolve(command: string, files: readonly string[], more: object = {}) {
  const call = { name: "files", command, args: ["a b"], cwd: "C:\\w", env, ...more };
  return windowsCommand(call, disk(...files));
}

const runNpx = (args: readonly string[], more: object = {}) =>
  resolve("npx", [NPX], { args, ...more });

describe("which program Windows starts for a command (B1.2)", () => {
  it.each([
    ["a bare name by PATH", "server", "C:\\Tools\\server.exe"],
    ["a name with its extension", "server.exe", "C:\\Tools\\server.exe"],
    ["a name with a dot in it", "server.v2", "C:\\Tools\\server.v2.exe"],
    ["a full path without its extension", "C:\\Tools\\server", "C:\\Tools\\server.exe"],
    ["a path from the workspace", "./bin/server", "C:\\w\\bin\\server.exe"],
    ["another drive's path", "D:\\x\\server.com", "D:\\x\\server.com"],
  ])("is %s", (_what, command, file) => {
    const plan = resolve(command, [file]);
    expect(plan).toEqual({ file, args: ["a b"], windowsVerbatimArguments: false });
  });

  it("is the batch file by cmd.exe, and never the shell script of the same name beside it", () => {
    const plan = resolve("npx", ["C:\\Program Files\\nodejs\\npx", NPX]);
    expect(plan.file).toBe("C:\\Windows\\System32\\cmd.exe");
    expect(plan.args.slice(0, 5)).toEqual(["/d", "/e:on", "/v:off", "/s", "/c"]);
    expect(plan.args[5]).toBe(`""${NPX}" "a b""`);
    expect(plan.windowsVerbatimArguments).toBe(true);
  });

  it("is the first in PATH's order, then in PATHEXT's", () => {
    const files = ["C:\\Tools\\s.bat", "C:\\Tools\\s.exe", "C:\\Users\\ünï\\npm\\s.com"];
    expect(resolve("s", files).file).toBe("C:\\Tools\\s.exe");
    const batchFirst = { env: { ...env, PathExt: ".JS;.BAT" } };
    expect(resolve("s", files, batchFirst).args.at(-1)).toContain("s.bat");
  });

  it.each([
    ["in the workspace, for a bare name", "server", "C:\\w\\server.exe", NOWHERE],
    ["in a relative folder of PATH", "server", "C:\\w\\relative\\server.exe", NOWHERE],
    ["that Windows cannot start itself", "C:\\w\\server.py", "C:\\w\\server.py", "does not exist"],
  ])("is none %s, and the message names the command", (_what, command, file, why) => {
    const said = `The command "${command}" of the server "files" ${why}`;
    expect(() => resolve(command, [file])).toThrow(
      expect.objectContaining({
        code: "command-not-found",
        message: expect.stringContaining(said) as string,
      }),
    );
  });

  it("takes ComSpec's word for cmd.exe alone, however it is spelled", () => {
    const other = { env: { ...env, COMSPEC: "D:\\sys\\CMD.EXE" } };
    expect(runNpx([], other).file).toBe("D:\\sys\\CMD.EXE");
    const shell = { env: { ...env, COMSPEC: "C:\\pwsh\\pwsh.exe" } };
    expect(runNpx([], shell).file).toBe("C:\\Windows\\System32\\cmd.exe");
  });

  it("is what the entry says on all other systems", () => {
    const call = { name: "files", command: "npx", args: ['"'], cwd: "/w", env: {} };
    const plan = { file: "npx", args: ['"'], windowsVerbatimArguments: false };
    expect(spawnable(call, "linux")).toEqual(plan);
    expect(spawnable(call, "darwin")).toEqual(plan);
  });
});

/** Variables that arguments below try to be replaced by. */
const variables = { CD: "C:\\w", PATH: "aXb&calc", "PATH^": "no", "^PATH": "no", A: '"&calc' };

const PIECES = [
  ...` \t"\\%^&|<>()!,;='*?~@#$-/.aZ0ä`.split(""),
  ...["%PATH%", "%PATH:a=b%", "%A%", "%cd:~,%", "%%", "%CD:~0,1%", "%*", "%1", "日本", "😀", '\\"'],
];

const argument = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "grapheme", maxLength: 2 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""))
  .filter((text) => !/[\r\n\0]/.test(text));

const readers = { splitAsUcrt, splitAsShell };

describe("the arguments of a program behind a batch file", () => {
  it("are the six of a report, byte for byte (B1.2)", () => {
    const args = ["-y", "pkg", "a&b", "50%", 'say "hi"', "C:\\Two Words\\d"];
    const found = argumentsBehindBatchFile(runNpx(args).args, variables);
    expect(found).toEqual({ file: NPX, args });
  });

  it.each([
    "",
    "\\",
    '"',
    'a\\"b',
    "trailing\\\\",
    "%PATH%",
    "^&|<>()!",
    "a\tb",
    " ",
    'x" & "y',
    "ünï 日本",
  ])("hold %j as it is, also after an argument with an odd quote", (arg) => {
    for (const args of [[arg], [arg, arg], ['"', arg, "plain", arg]]) {
      const found = argumentsBehindBatchFile(runNpx(args).args, variables);
      expect(found.args).toEqual(args);
    }
  });

  it("are what the entry says, whatever it is, through as many batch files as there are", () => {
    const property = fc.property(
      fc.array(argument, { maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom("splitAsUcrt", "splitAsShell"),
      (args, depth, reader) => {
        const { args: cmdArgs } = runNpx(args);
        const options = { depth, split: readers[reader as keyof typeof readers] };
        expect(argumentsBehindBatchFile(cmdArgs, variables, options).args).toEqual(args);
      },
    );
    fc.assert(property, { numRuns: 3_000 });
  });

  it("come through a folder of any name", () => {
    const file = "C:\\Two Words\\100% & (co)^!\\npx.cmd";
    const plan = resolve(file, [file], { args: ["a&b"] });
    expect(argumentsBehindBatchFile(plan.args, variables)).toEqual({ file, args: ["a&b"] });
  });

  it.each(["a\nb", "a\rb"])("cannot have a line break (%j), which is said", (arg) => {
    expect(() => runNpx([arg])).toThrow(
      'The server "files" cannot be started by npx.cmd, which is a batch file. One of its arguments has a line break in it. Write the program behind it as the command.',
    );
  });

  it("cannot be longer than cmd.exe reads, which is said", () => {
    expect(() => runNpx(["x".repeat(8_000)])).toThrow("longer than Windows takes");
    expect(runNpx(["x".repeat(7_000)]).windowsVerbatimArguments).toBe(true);
  });

  it("cannot be run in a folder on the network, which is said", () => {
    expect(() => runNpx([], { cwd: "\\\\host\\share\\w" })).toThrow("on the network");
  });
});

describe("the folder that a program starts in", () => {
  it("may be as long as Windows allows, and not longer", () => {
    const folder = `C:\\${"w".repeat(255)}`;
    expect(runNpx([], { cwd: folder }).windowsVerbatimArguments).toBe(true);
    expect(() => runNpx([], { cwd: `${folder}w` })).toThrow(
      "longer than the 258 characters that Windows allows",
    );
  });
});
