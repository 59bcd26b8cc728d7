import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../../src-main/store/database.ts";
import { backupsOf, openRecords } from "../../../src-main/store/open-records.ts";
import { repairSentence } from "../../../src-main/store/repair/repair-sentence.ts";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { conversation, message, toolCall, turn } from "./records.ts";

/** Damaged files of one run; the full size is run by the reliability card. */
const ROUNDS = Number(process.env["PILOTHOUSE_ROUNDS"] ?? 30);

/** Flips in each of them: enough to hit a page of every table now and then. */
const FLIPS = 40;

const MESSAGES = 400;

/** Records of some size, closed in order; the folder has a copy of them when asked for. */
async function recordsIn(folder: string, { copied = false } = {}): Promise<string> {
  const store = openStore(folder);
  fill(store);
  store.close();
  const file = path.join(folder, "pilothouse.db");
  if (copied) {
    const version = new Database(file);
    const expected = { version: version.schemaVersion, rows: version.rowCounts() };
    version.close();
    await backupsOf(folder).make(file, "daily", expected);
  }
  return file;
}

function fill(store: Store): void {
  store.conversations.create(conversation());
  store.transaction(() => {
    for (let sequence = 1; sequence <= MESSAGES; sequence += 1) {
      const id = `m${sequence}`;
      store.turns.save(turn({ id: `t${sequence}` }));
      store.messages.save(
        message({ id, sequence, parts: [{ type: "text", text: "x".repeat(300) }] }),
      );
      store.toolCalls.save(toolCall({ id, messageId: id }));
    }
  });
}

async function opened(folder: string): Promise<Store> {
  const store = await openRecords(folder);
  onTestFinished(() => store.close());
  return store;
}

function overwrite(file: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
  return bytes;
}

const PAGE_BYTES = 4_096;
/** In the header of a page of an interior, and of a leaf of a table; https://sqlite.org/fileformat2.html. */
const LEAF = 13;

/** Makes the first leaf of a table say that it has half as many rows as it has. */
function halveFirstLeafOf(file: string, table: string): (bytes: Buffer) => void {
  const database = new Database(file);
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = :table";
  const root = Number(database.get(sql, { table })?.["rootpage"]);
  database.close();
  return (bytes) => {
    let page = (root - 1) * PAGE_BYTES;
    // Down to the left: an interior page begins with its first cell, which begins with a page's number.
    while (bytes[page] !== LEAF) {
      const cell = page + bytes.readUInt16BE(page + 12);
      page = (bytes.readUInt32BE(cell) - 1) * PAGE_BYTES;
    }
    bytes.writeUInt16BE(Math.floor(bytes.readUInt16BE(page + 3) / 2), page + 3);
  };
}

/** The same numbers in every run, by a small generator of Lehmer's. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function problemsOf(folder: string): readonly string[] {
  const database = new Database(path.join(folder, "pilothouse.db"));
  try {
    return database.problems();
  } finally {
    database.close();
  }
}

describe("records that something has damaged (R17)", () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    "start all the same, say so, and lose no file: flipped bytes %i",
    async (round) => {
      const folder = tempFolder();
      const file = await recordsIn(folder, { copied: round % 2 === 0 });
      const random = randomNumbers(round);
      const bytes = overwrite(file, (all) => {
        for (let flip = 0; flip < FLIPS; flip += 1) {
          // The header has its own test: its schema number would be one of the future.
          const at = 100 + random(all.length - 100);
          all[at] = (all[at] ?? 0) ^ (1 + random(255));
        }
      });
      const store = await opened(folder);
      const { repair, trouble } = store.status();
      expect(trouble).toBeNull();
      if (repair)
        expect(readFileSync(path.join(folder, repair.damagedFile ?? "")).equals(bytes)).toBe(true);
      expect(problemsOf(folder)).toEqual([]);
      expect(() => store.conversations.create(conversation({ id: "new" }))).not.toThrow();
      if (round % 2 === 0) expect(store.messages.list("c1").length).toBeGreaterThan(MESSAGES * 0.9);
    },
  );

  it("are restored from the newest good copy when their header is gone", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder, { copied: true });
    const { madeAt } = backupsOf(folder).list()[0] ?? { madeAt: 0 };
    writeFileSync(file, readFileSync(file).subarray(0, 50));
    const store = await opened(folder);
    expect(store.status().repair).toMatchObject({ outcome: "from-copy", copyMadeAt: madeAt });
    expect(store.messages.list("c1")).toHaveLength(MESSAGES);
  });

  it("are restored from an older copy when the newest is not whole", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder, { copied: true });
    const backups = backupsOf(folder);
    const [good] = backups.list();
    if (!good) throw new Error("no copy");
    const name = good.name.replace(/T\d{6}/, "T235959");
    writeFileSync(path.join(folder, "backups", name), "not a database");
    writeFileSync(file, "zap".repeat(5_000));
    const store = await opened(folder);
    expect(store.messages.list("c1")).toHaveLength(MESSAGES);
    expect(existsSync(path.join(folder, "backups", name))).toBe(true);
  });

  it("are taken from the copy where rows went missing without any error", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder, { copied: true });
    overwrite(file, halveFirstLeafOf(file, "messages"));
    const store = await opened(folder);
    expect(store.status().repair?.outcome).toBe("from-copy");
    expect(store.messages.list("c1")).toHaveLength(MESSAGES);
  });

  it("begin anew when nothing can be read and there is no copy, and say where the old file is", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder);
    const bytes = overwrite(file, (all) => all.fill(0, 0, 4_096));
    const store = await opened(folder);
    const { repair } = store.status();
    expect(repair?.outcome).toBe("began-anew");
    const kept = repair?.damagedFile ?? "";
    expect(readFileSync(path.join(folder, kept)).equals(bytes)).toBe(true);
    expect(repair && repairSentence(repair)).toContain(kept);
    expect(store.conversations.list()).toEqual([]);
  });

  it("lose nothing when only an index is damaged", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder);
    const database = new Database(file);
    const page = Number(
      database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'turns_by_conversation'")?.[
        "rootpage"
      ],
    );
    database.close();
    overwrite(file, (all) => all.fill(0xee, (page - 1) * 4_096, page * 4_096));
    const store = await opened(folder);
    expect(store.status().repair).toMatchObject({
      outcome: "saved-all",
      lost: [],
      copyMadeAt: null,
    });
    expect(store.turns.list("c1")).toHaveLength(MESSAGES);
    expect(store.messages.list("c1")).toHaveLength(MESSAGES);
  });

  it("do not bring back from the copy what was deleted after it was made", async () => {
    const folder = tempFolder();
    const file = await recordsIn(folder, { copied: true });
    const store = openStore(folder);
    store.conversations.create(conversation({ id: "c2" }));
    store.deleteConversation("c1");
    store.close();
    const database = new Database(file);
    const page = Number(
      database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'turns_by_conversation'")?.[
        "rootpage"
      ],
    );
    database.close();
    overwrite(file, (all) => all.fill(0xee, (page - 1) * 4_096, page * 4_096));
    expect((await opened(folder)).conversations.list().map(({ id }) => id)).toEqual(["c2"]);
  });

  it("keep every file while a damaged database is kept, for it may refer to them", async () => {
    const folder = tempFolder();
    const store = openStore(folder);
    const hash = store.files.write(Buffer.from("a picture that only the damaged file knows"));
    store.close();
    mkdirSync(path.join(folder, "damaged"));
    const next = await opened(folder);
    expect(next.sweepFiles()).toBe(0);
    expect(next.files.has(hash)).toBe(true);
  });
});

describe("a log of the last writes that is gone", () => {
  /** As a crash leaves it: written to, not closed, and copied away in that moment. */
  function crashedIn(folder: string, change: (log: string) => void): void {
    const alive = tempFolder();
    const store = openStore(alive);
    store.conversations.create(conversation());
    for (const name of ["pilothouse.db", "pilothouse.db-wal"]) {
      copyFileSync(path.join(alive, name), path.join(folder, name));
    }
    store.close();
    change(path.join(folder, "pilothouse.db-wal"));
  }

  it.each<[string, (log: string) => void]>([
    ["zeroed", (log) => writeFileSync(log, Buffer.alloc(statSync(log).size))],
    ["absent", (log) => rmSync(log)],
  ])("is told of (%s), and the database opens", async (_case, change) => {
    const folder = tempFolder();
    crashedIn(folder, change);
    const store = await opened(folder);
    const { repair } = store.status();
    expect(repair).toMatchObject({ lost: [expect.stringContaining("may be gone")] });
    expect(() => store.conversations.create(conversation({ id: "c2" }))).not.toThrow();
  });

  it("is no news when it is there", async () => {
    const folder = tempFolder();
    crashedIn(folder, () => {});
    const store = await opened(folder);
    expect(store.status().repair).toBeNull();
    expect(store.conversations.list()).toHaveLength(1);
  });
});
