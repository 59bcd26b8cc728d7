import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Message } from "../src-preload/model/message.ts";
import { Database } from "../src-main/store/database.ts";
import { openRecords } from "../src-main/store/open-records.ts";
import { openStore, type Store } from "../src-main/store/store.ts";
import { absolute, againstFloor, median, type Figure } from "./figure.ts";

/** What a search of so many messages may take, in milliseconds (R4). */
const SEARCH_MS = 300;

/** What the records may add to a start, in milliseconds: a tenth of the second in which the window opens. */
const OPEN_MS = 100;

const FEW = 10_000;
const MANY = 100_000;
const MESSAGES_A_CONVERSATION = 100;

/** Openings and searches of which the median counts. */
const TRIES = 7;

/** Messages that are appended one by one, each durable before the next. */
const APPENDED = 500;

/** Words of a language that is none, as common as those of one: the first are in nearly every text. */
const WORDS = Array.from({ length: 2_000 }, (_, index) => `w${(index * 7_919).toString(36)}ord`);

/** Looked for: a common word, two of them, a rare one, a part of one, and one that is nowhere. */
const QUERIES = ["w0ord", "w0ord w63zord", "rareneedle", "eneed", "nowhere"];

/** Records with many messages: their opening, an append, and the search. */
export async function records(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "pilothouse-bench-"));
  try {
    const append = appends(path.join(folder, "append"));
    const data = path.join(folder, "data");
    const few = searchOf(data, 0, FEW);
    const many = searchOf(data, FEW, MANY);
    return [
      absolute("opening of 100,000 messages", "ms", await medianStart(data), OPEN_MS),
      append,
      absolute("search of 100,000 messages, slowest of five", "ms", many, SEARCH_MS),
      againstFloor("search of 100,000 messages against 10,000", "ms", many, few, 12),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function medianStart(data: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < TRIES; run += 1) {
    const before = performance.now();
    const store = await openRecords(data);
    store.recoverInterrupted(1);
    store.sweepFiles();
    store.conversations.list();
    times.push(performance.now() - before);
    store.close();
  }
  return median(times);
}

/** The slowest of the queries, each by its median, on messages from the one number to the other. */
function searchOf(data: string, from: number, to: number): number {
  const store = openStore(data);
  fill(store, from, to);
  store.finishSearchIndex();
  const times = QUERIES.map((text) =>
    median(Array.from({ length: TRIES }, () => timeOf(() => store.search({ text })))),
  );
  store.close();
  return Math.max(...times);
}

function fill(store: Store, from: number, to: number): void {
  for (let at = from; at < to; at += MESSAGES_A_CONVERSATION) {
    const id = `c${at}`;
    store.transaction(() => {
      const row = {
        id,
        title: textOf(at, 5),
        createdAt: at,
        updatedAt: at,
        modelId: null,
        instructions: null,
      };
      store.conversations.create({ ...row, headless: true, unread: false });
      for (let number = 0; number < MESSAGES_A_CONVERSATION; number += 1) {
        store.messages.save(messageOf(id, number + 1, textOf(at + number, 50)));
      }
    });
  }
}

/** Durable and searchable, against one bare INSERT with the same settings; in turns, so that both meet the same load. */
function appends(data: string): Figure {
  const store = openStore(data);
  const row = {
    id: "c",
    title: "t",
    createdAt: 1,
    updatedAt: 1,
    modelId: null,
    instructions: null,
  };
  store.conversations.create({ ...row, headless: true, unread: false });
  const database = new Database(path.join(data, "bare.db"));
  database.script("CREATE TABLE m (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT");
  const ours: number[] = [];
  const bare: number[] = [];
  for (let number = 1; number <= APPENDED; number += 1) {
    const text = textOf(number, 50);
    const id = `c ${number}`;
    ours.push(timeOf(() => store.messages.save(messageOf("c", number, text))));
    bare.push(timeOf(() => database.run("INSERT INTO m VALUES (:id, :text)", { id, text })));
  }
  database.close();
  store.close();
  return againstFloor("append of a message", "µs", median(ours) * 1_000, median(bare) * 1_000, 2);
}

function messageOf(conversationId: string, sequence: number, text: string): Message {
  return {
    id: `${conversationId} ${sequence}`,
    conversationId,
    turnId: "t",
    sequence,
    role: "user",
    createdAt: sequence,
    parts: [{ type: "text", text }],
    complete: true,
  };
}

/** The same text for the same number; one in ten thousand holds the rare word. */
function textOf(number: number, words: number): string {
  const picked = Array.from({ length: words }, (_, index) => {
    // Squared, so that the first words are far more common than the last.
    const place = ((number * 31 + index * 17) % 1_000) / 1_000;
    return WORDS[Math.floor(place * place * WORDS.length)] ?? "";
  });
  return [...picked, ...(number % 10_000 === 7 ? ["rareneedle"] : [])].join(" ");
}

function timeOf(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}
