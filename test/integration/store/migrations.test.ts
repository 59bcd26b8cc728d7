import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Database, readSchemaVersion } from "../../../src-main/store/database.ts";
import { migrate } from "../../../src-main/store/migrate.ts";
import { migrations } from "../../../src-main/store/migrations/migrations.ts";
import { backupsOf, openRecords } from "../../../src-main/store/open-records.ts";
import { openStore } from "../../../src-main/store/store.ts";
import { childProgram, runChild } from "../../support/child-program.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { contentOf, writeFirstRecords } from "./old-records.ts";

const [firstStep = ""] = migrations;
const firstPicture = "a".repeat(64);

describe("records of the first release (R16, B14.1)", () => {
  it("are all there after the migration, those of unknown kinds as they were", async () => {
    const folder = tempFolder();
    const before = contentOf(writeFirstRecords(folder));
    const store = await openRecords(folder);
    expect(store.conversations.list()).toHaveLength(3);
    expect(store.messages.list("c1")).toHaveLength(2);
    const tenMillion = "0".repeat(10_000_000);
    expect(store.messages.list("c3")[0]?.parts).toEqual([{ type: "text", text: tenMillion }]);
    expect(store.toolCalls.referencedFiles()).toContain(firstPicture);
    store.close();
    const after = contentOf(path.join(folder, "pilothouse.db"));
    for (const table of ["conversations", "turns", "approval_rules"]) {
      expect(after[table]).toMatchObject(before[table] ?? []);
    }
    const parts = (rows: typeof before) => rows["messages"]?.slice(0, 3).map((row) => row["parts"]);
    expect(parts(after)).toEqual(parts(before));
  });

  it("are copied before they are changed, and the copy is whole", async () => {
    const folder = tempFolder();
    const before = contentOf(writeFirstRecords(folder));
    (await openRecords(folder)).close();
    const backups = backupsOf(folder);
    const [copy] = backups.list();
    if (!copy) throw new Error("no copy");
    expect(copy.reason).toBe(`before-v${migrations.length}`);
    expect(readSchemaVersion(backups.path(copy))).toBe(1);
    expect(contentOf(backups.path(copy))).toEqual(before);
  });

  it("are not touched by an opening that has made no copy", () => {
    const folder = tempFolder();
    const file = writeFirstRecords(folder);
    expect(() => openStore(folder)).toThrow("is copied before it is changed");
    expect(readSchemaVersion(file)).toBe(1);
  });

  it("lose their long rows to files, whole", async () => {
    const folder = tempFolder();
    writeFirstRecords(folder);
    const store = await openRecords(folder);
    const long = store.toolCalls.list("c1").find((call) => call.id === "k2");
    expect(long?.result?.content[0]?.["text"]).toHaveLength(40_000);
    store.close();
    const rows = Object.values(contentOf(path.join(folder, "pilothouse.db"))).flat();
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(20_000);
  });

  it("are refused, unchanged, by the version that wrote them once a newer one has changed them", async () => {
    const folder = tempFolder();
    writeFirstRecords(folder);
    (await openRecords(folder)).close();
    const database = new Database(path.join(folder, "pilothouse.db"));
    const newer = expect.objectContaining({ code: "database-newer" });
    expect(() => migrate(database, [firstStep])).toThrow(newer);
    database.close();
  });

  it("are as they were after a kill before any statement of the migration, and can be migrated then", async () => {
    const program = await childProgram(path.join(import.meta.dirname, "migrator.ts"));
    const folder = tempFolder();
    const file = writeFirstRecords(folder);
    const before = contentOf(file);
    let killed = 0;
    for (;;) {
      const run = await runChild(program, [file, String(killed + 1)]);
      if (run.signal === null) break;
      killed += 1;
      expect(readSchemaVersion(file)).toBe(1);
      expect(contentOf(file)).toEqual(before);
    }
    expect(killed).toBeGreaterThan(5);
    expect(readSchemaVersion(file)).toBe(migrations.length);
  });
});

describe("a migration", () => {
  it("that loses a row changes nothing", () => {
    const folder = tempFolder();
    const file = writeFirstRecords(folder);
    const database = new Database(file);
    const losing = [firstStep, "DELETE FROM approval_rules WHERE key = 'k'"];
    const failed = expect.objectContaining({ code: "migration-failed" });
    expect(() => migrate(database, losing)).toThrow(failed);
    database.close();
    expect(contentOf(file)["approval_rules"]).toHaveLength(2);
  });

  it("that leaves rows which belong to nothing changes nothing", () => {
    const folder = tempFolder();
    const database = new Database(writeFirstRecords(folder));
    const orphaning =
      "CREATE TABLE t (c TEXT REFERENCES conversations DEFERRABLE INITIALLY DEFERRED);" +
      "INSERT INTO t VALUES ('nobody')";
    const failed = expect.objectContaining({ code: "migration-failed" });
    expect(() => migrate(database, [firstStep, orphaning])).toThrow(failed);
    expect(database.schemaVersion).toBe(1);
    database.close();
  });

  it("leaves nothing of a copy that failed", async () => {
    const folder = tempFolder();
    const file = writeFirstRecords(folder);
    const backups = backupsOf(folder);
    const expected = { version: 1, rows: new Map([["messages", 99]]) };
    await expect(backups.make(file, "daily", expected)).rejects.toThrow("not complete");
    expect(readdirSync(path.join(folder, "backups"))).toEqual([]);
  });
});
