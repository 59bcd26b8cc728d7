import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "../base/clock.ts";
import { AppError, messageOf } from "../base/errors.ts";
import { loggerTo } from "../base/logger.ts";
import { Redactor } from "../base/redactor.ts";
import { readForExport } from "../conversations/export/exported-conversation.ts";
import { importConversation } from "../conversations/export/import-conversation.ts";
import { writeExport } from "../conversations/export/write-export.ts";
import { openRecords } from "../store/open-records.ts";
import type { Store } from "../store/store.ts";
import { print } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { EXIT, usageError } from "./usage.ts";

type Command = (store: Store, line: CommandLine, word: string | undefined) => number;

const commands: Readonly<Record<string, Command>> = {
  list: (store) => {
    print({ conversations: store.conversations.list() });
    return EXIT.finished;
  },
  show: (store, _line, id) => {
    const conversation = store.conversations.find(needed(id, "The id of a conversation"));
    if (!conversation) throw unknown();
    print({
      conversation,
      turns: store.turns.list(conversation.id),
      messages: store.messages.list(conversation.id),
      toolCalls: store.toolCalls.list(conversation.id),
    });
    return EXIT.finished;
  },
  search: (store, _line, text) => {
    const query = { text: needed(text, "What to look for") };
    store.finishSearchIndex();
    print(store.search(query));
    return EXIT.finished;
  },
  export: (store, line, id) => {
    const format = line.oneOf("format", ["markdown", "html", "json"]);
    const file = path.resolve(line.required("out"));
    const redactor = new Redactor();
    const options = { store, redactor, now: systemClock() };
    const exported = readForExport(needed(id, "The id of a conversation"), options);
    if (!exported) throw unknown();
    writeExport(exported, format, file);
    print({ file, redacted: exported.redacted });
    return EXIT.finished;
  },
  import: (store, _line, file) => {
    const json = readFileSync(path.resolve(needed(file, "The file to import")), "utf8");
    print({ conversation: importConversation(json, store, { modelId: null, headless: true }) });
    return EXIT.finished;
  },
  verify: (store) => {
    const found = store.verify();
    print(found);
    return found.problems.length === 0 && found.missingFiles.length === 0
      ? EXIT.finished
      : EXIT.failed;
  },
};

/** `conversations …`: what is on disk, without a model and without a server. */
export async function conversations(line: CommandLine): Promise<number> {
  const [, name = "", word, ...more] = line.words;
  const command = commands[name];
  if (!command) throw usageError(`There is no command "${line.words.join(" ")}".`);
  if (more.length > 0) throw usageError(`"${more.join(" ")}" is too much.`);
  const data = path.resolve(line.required("data"));
  const logger = loggerTo((_level, message) => process.stderr.write(`${message}\n`));
  const store = await openRecords(data, { logger });
  try {
    return command(store, line, word);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("failed", messageOf(error), { cause: error });
  } finally {
    store.close();
  }
}

function needed(word: string | undefined, what: string): string {
  if (word === undefined || word === "") throw usageError(`${what} is missing.`);
  return word;
}

function unknown(): AppError {
  return new AppError("conversation-unknown", "There is no such conversation in this data folder.");
}
