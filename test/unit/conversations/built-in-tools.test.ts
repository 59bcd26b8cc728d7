import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { argumentCheck } from "../../../src-main/agent/check-arguments.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import {
  BuiltInTools,
  type BuiltInToolsOptions,
} from "../../../src-main/conversations/built-in-tools.ts";
import { QuestionQueue, type QuestionChange } from "../../../src-main/conversations/questions.ts";
import { BUILT_IN_SERVER, isBuiltIn } from "../../../src-preload/model/built-in.ts";
import { sampleCall } from "../../fixtures/renderer-samples.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const never = new AbortController().signal;

/** The browser's way to the person, in memory. */
class FakeHandOver {
  readonly steps: string[] = [];
  readonly #failure: AppError | null;

  constructor(failure: AppError | null = null) {
    this.#failure = failure;
  }

  takeOver(): Promise<void> {
    this.steps.push("over");
    return this.#failure ? Promise.reject(this.#failure) : Promise.resolve();
  }

  handBack(): Promise<void> {
    this.steps.push("back");
    return Promise.resolve();
  }
}

function toolsWith(parts: Partial<BuiltInToolsOptions> = {}) {
  const changes: QuestionChange[] = [];
  const told: string[] = [];
  const questions = new QuestionQueue((change) => changes.push(change));
  const workspace = tempFolder();
  const handOver = new FakeHandOver();
  const tools = new BuiltInTools({
    workspace,
    asker: questions,
    handOver,
    tell: (message) => told.push(message),
    redactor: new Redactor(),
    clock: () => 7,
    logger: silentLogger,
    ...parts,
  });
  const call = (name: string, args: Readonly<Record<string, unknown>>, signal = never) =>
    tools.call(sampleCall({ name, tool: name, server: BUILT_IN_SERVER, arguments: args }), {
      signal,
      onProgress: () => {},
      waiting: () => told.push("waiting"),
    });
  const read = async (args: Readonly<Record<string, unknown>>) => {
    const outcome = await call("read", args);
    if (outcome.kind !== "result") throw new Error(outcome.kind);
    const [block] = outcome.result.model;
    return { isError: outcome.result.isError, text: block?.type === "text" ? block.text : "" };
  };
  return { tools, questions, changes, told, workspace, handOver, call, read };
}

describe("reading a file of the workspace (M8)", () => {
  it("gives the whole of a short one, by a name from the workspace", async () => {
    const { workspace, read } = toolsWith();
    mkdirSync(path.join(workspace, "results"));
    writeFileSync(path.join(workspace, "results/a.txt"), "one\ntwo\n");
    expect(await read({ path: "results/a.txt" })).toEqual({ isError: false, text: "one\ntwo" });
  });

  it("gives a long one a page at a time, and says where the next begins", async () => {
    const { workspace, read } = toolsWith();
    const lines = Array.from({ length: 4_500 }, (_, index) => `line ${index + 1}`);
    writeFileSync(path.join(workspace, "long.txt"), lines.join("\n"));
    const first = await read({ path: "long.txt" });
    expect(first.text).toContain("line 2000\n[lines 1 to 2000 of 4500.");
    expect(first.text).toContain("begins with from_line 2001");
    const last = await read({ path: "long.txt", from_line: 4_499 });
    expect(last.text).toBe("line 4499\nline 4500\n[lines 4499 to 4500 of 4500.]");
    const few = await read({ path: "long.txt", from_line: 10, lines: 2 });
    expect(few.text).toContain("line 10\nline 11\n[lines 10 to 11 of 4500.");
    expect(await read({ path: "long.txt", from_line: 5_000 })).toMatchObject({ isError: true });
  });

  it("gives a piece of a line that is longer than a page", async () => {
    const { workspace, read } = toolsWith();
    writeFileSync(path.join(workspace, "wide.txt"), "x".repeat(300_000));
    const { text } = await read({ path: "wide.txt" });
    expect(text.length).toBeLessThan(51_200);
    expect(text).toContain("the rest of this line is left out");
  });

  it.each([
    ["a file that is not there", "missing.txt"],
    ["a folder", "folder"],
    ["what lies outside", "../outside.txt"],
    ["an absolute place outside", "/etc/hostname"],
    ["the app's own folder", ".pilothouse/cookies.txt"],
    ["a link that leads outside", "link-out"],
    ["a link that leads into the app's own folder", "link-own"],
    ["what is no text", "binary"],
  ])("refuses %s with a sentence", async (_what, named) => {
    const { workspace, read } = toolsWith();
    mkdirSync(path.join(workspace, ".pilothouse"));
    mkdirSync(path.join(workspace, "folder"));
    writeFileSync(path.join(workspace, ".pilothouse/cookies.txt"), "SECRET");
    writeFileSync(path.join(workspace, "../outside.txt"), "SECRET");
    symlinkSync("/etc/hostname", path.join(workspace, "link-out"));
    symlinkSync(".pilothouse/cookies.txt", path.join(workspace, "link-own"));
    writeFileSync(path.join(workspace, "binary"), Buffer.from([80, 0, 81]));
    const answer = await read({ path: named });
    expect(answer.isError).toBe(true);
    expect(answer.text).not.toContain("SECRET");
  });

  it("hides a known secret in what it reads (M23)", async () => {
    const redactor = new Redactor();
    redactor.add("hunter2hunter2");
    const { workspace, read } = toolsWith({ redactor });
    writeFileSync(path.join(workspace, "a.txt"), "key=hunter2hunter2");
    expect((await read({ path: "a.txt" })).text).toBe("key=[REDACTED]");
  });
});

describe("asking the person", () => {
  it("waits until they answer, and tells the model what they said", async () => {
    const { questions, told, changes, call } = toolsWith();
    const outcome = call("ask_person", { reason: "Which one?", choices: ["A", "A", " ", "B", 5] });
    expect(told).toEqual(["waiting"]);
    const [question] = questions.list("c1");
    expect(question).toMatchObject({ reason: "Which one?", choices: ["A", "B"], askedAt: 7 });
    questions.answer(question?.id ?? "", { kind: "answer", text: "B" });
    questions.answer(question?.id ?? "", { kind: "skip" });
    expect(JSON.stringify(await outcome)).toContain("The person answers: B");
    expect(changes.map(({ kind }) => kind)).toEqual(["asked", "settled"]);
  });

  it.each([
    ["continue", "has done it"],
    ["skip", "skips this"],
  ] as const)("tells the model of %s", async (kind, words) => {
    const { questions, call } = toolsWith();
    const outcome = call("ask_person", { reason: "Sign in" });
    questions.answer(questions.list("c1")[0]?.id ?? "", { kind });
    expect(JSON.stringify(await outcome)).toContain(words);
  });

  it("hands the browser over for what is to be done on the page, and takes it back after", async () => {
    const { questions, handOver, call } = toolsWith();
    const outcome = call("ask_person", { reason: "Sign in", about_page: true });
    expect(questions.list("c1")).toMatchObject([{ aboutPage: true }]);
    questions.answer(questions.list("c1")[0]?.id ?? "", { kind: "continue" });
    await outcome;
    expect(handOver.steps).toEqual(["over", "back"]);
  });

  it("goes on when the person hands the browser back by other means", async () => {
    const { questions, call } = toolsWith();
    const outcome = call("ask_person", { reason: "Sign in", about_page: true });
    questions.pageHandedBack("another");
    expect(questions.list("c1")).toHaveLength(1);
    questions.pageHandedBack("c1");
    expect(JSON.stringify(await outcome)).toContain("has done it");
  });

  it("asks all the same where the browser cannot be handed over, and says why", async () => {
    const handOver = new FakeHandOver(new AppError("no-screen", "There is no screen."));
    const { questions, told, call } = toolsWith({ handOver });
    const outcome = call("ask_person", { reason: "Sign in", about_page: true });
    questions.answer(questions.list("c1")[0]?.id ?? "", { kind: "continue" });
    await outcome;
    expect(told.join()).toContain("There is no screen.");
    expect(handOver.steps).toEqual(["over"]);
  });

  it("is stopped with the turn", async () => {
    const abort = new AbortController();
    const { questions, call } = toolsWith();
    const outcome = call("ask_person", { reason: "Sign in" }, abort.signal);
    abort.abort(new DOMException("Stopped", "AbortError"));
    expect(await outcome).toEqual({ kind: "stopped" });
    expect(questions.list("c1")).toEqual([]);
  });

  it("offers tools whose schemas can be checked", () => {
    const [read, ask] = toolsWith().tools.offered;
    expect(read && argumentCheck(read.inputSchema)({})).toEqual(['"path" is missing']);
    expect(ask && argumentCheck(ask.inputSchema)({ reason: 1 })).toHaveLength(1);
  });

  it("takes no server's tool for one of the app's own, whatever the server is called", () => {
    expect(isBuiltIn({ server: BUILT_IN_SERVER, name: "x_read" })).toBe(false);
    expect(isBuiltIn({ server: "files", name: "read" })).toBe(false);
  });
});
