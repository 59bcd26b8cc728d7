import { ASK_PERSON_TOOL, BUILT_IN_SERVER, READ_TOOL } from "../../src-preload/model/built-in.ts";
import type { PersonQuestion, QuestionAnswer } from "../../src-preload/model/question.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool, ToolCallOptions, ToolOutcome } from "../agent/ports.ts";
import { assertNever } from "../base/assert-never.ts";
import type { Clock } from "../base/clock.ts";
import { AppError, isAbort } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { toFailureLogged, type Logger } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import type { HandOver } from "./hand-over.ts";
import type { Asker } from "./questions.ts";
import { readPage } from "./read-file.ts";

/** Choices that a card has room for. */
const MAX_CHOICES = 6;

/** Longest choice and reason that are shown, in characters: what is longer is no question any more. */
const MAX_CHOICE_CHARS = 120;
const MAX_REASON_CHARS = 1_000;

const offered: readonly OfferedTool[] = [
  {
    name: READ_TOOL,
    tool: READ_TOOL,
    server: BUILT_IN_SERVER,
    description:
      "Reads a text file of this conversation's workspace, a page at a time: what tools saved there, as results/…, downloads or console logs.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "From the workspace, as in results/abc.txt" },
        from_line: { type: "integer", description: "First line of the page, from 1" },
        lines: { type: "integer", description: "Lines of the page, at most 2000" },
      },
      required: ["path"],
    },
  },
  {
    name: ASK_PERSON_TOOL,
    tool: ASK_PERSON_TOOL,
    server: BUILT_IN_SERVER,
    description:
      "Asks the person for what only a person can do: to sign in, to type a code, to solve a captcha, to choose. Waits until they have done it, without a limit. Do not ask for what you can find out or do yourself.",
    inputSchema: {
      type: "object",
      properties: {
        reason: {
          type: "string",
          description: "What they are to do and why, in a sentence or two",
        },
        choices: {
          type: "array",
          items: { type: "string" },
          description: "Answers to choose from, where it is a choice",
        },
        about_page: {
          type: "boolean",
          description:
            "True when it is to be done on the page: the browser goes to the person meanwhile",
        },
      },
      required: ["reason"],
    },
  },
];

export interface BuiltInToolsOptions {
  readonly workspace: string;
  readonly asker: Asker;
  readonly handOver: Pick<HandOver, "takeOver" | "handBack">;
  /** A sentence for the person. */
  readonly tell: (message: string) => void;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The tools that the app itself answers: reading what lies in the workspace, and asking the person. */
export class BuiltInTools {
  readonly #options: BuiltInToolsOptions;

  constructor(options: BuiltInToolsOptions) {
    this.#options = options;
  }

  get offered(): readonly OfferedTool[] {
    return offered;
  }

  /** Never throws: every way to end is an outcome. */
  async call(call: ToolCall, options: ToolCallOptions): Promise<ToolOutcome> {
    try {
      const text =
        call.name === READ_TOOL ? this.#read(call) : await this.#askPerson(call, options);
      return resultOf(this.#options.redactor.text(text), false);
    } catch (error) {
      if (isAbort(error, options.signal)) return { kind: "stopped" };
      if (error instanceof AppError) return resultOf(error.message, true);
      return { kind: "failed", failure: toFailureLogged(error, this.#options.logger) };
    }
  }

  #read({ arguments: args }: ToolCall): string {
    return readPage(this.#options.workspace, {
      path: String(args["path"]),
      fromLine: wholeNumber(args["from_line"]) ?? 1,
      lines: wholeNumber(args["lines"]) ?? Infinity,
    });
  }

  async #askPerson(call: ToolCall, { signal, waiting }: ToolCallOptions): Promise<string> {
    const { asker, handOver, clock } = this.#options;
    const question = questionOf(call, clock());
    waiting();
    const handedOver = question.aboutPage ? this.#handOver() : null;
    const answer = await asker.ask(question, signal);
    if (await handedOver) await handOver.handBack();
    return wordsOf(answer);
  }

  /** Tells whether the person has the browser; a question about it can be answered without. */
  async #handOver(): Promise<boolean> {
    try {
      await this.#options.handOver.takeOver();
      return true;
    } catch (error) {
      const { logger, tell } = this.#options;
      tell(`The browser could not be handed to you. ${toFailureLogged(error, logger).message}`);
      return false;
    }
  }
}

function questionOf(call: ToolCall, askedAt: number): PersonQuestion {
  const { reason, choices, about_page: aboutPage } = call.arguments;
  return {
    id: newId(),
    conversationId: call.conversationId,
    callId: call.id,
    reason: String(reason).slice(0, MAX_REASON_CHARS),
    choices: choicesIn(choices),
    aboutPage: aboutPage === true,
    askedAt,
  };
}

function choicesIn(choices: unknown): readonly string[] {
  if (!Array.isArray(choices)) return [];
  const words = choices.filter((choice): choice is string => typeof choice === "string");
  const usable = words.map((choice) => choice.trim().slice(0, MAX_CHOICE_CHARS));
  return [...new Set(usable.filter((choice) => choice !== ""))].slice(0, MAX_CHOICES);
}

function wordsOf(answer: QuestionAnswer): string {
  switch (answer.kind) {
    case "continue":
      return "The person has done it. Go on, and look at the page first if it was about one.";
    case "skip":
      return "The person skips this. Go on without it, or say what cannot be done without it.";
    case "answer":
      return `The person answers: ${answer.text}`;
    default:
      return assertNever(answer);
  }
}

function wholeNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;
}

function resultOf(text: string, isError: boolean): ToolOutcome {
  const content = [{ type: "text", text } as const];
  return { kind: "result", result: { isError, content, model: content }, page: null };
}
