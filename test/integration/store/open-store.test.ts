import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Database } from "../../../src-main/store/database.ts";
import { migrate } from "../../../src-main/store/migrate.ts";
import { openStore } from "../../../src-main/store/store.ts";
import { conversation } from "./records.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { tamper, tempStore } from "./temp-store.ts";

function openedDatabase(folder: string): Database {
  return new Database(path.join(folder, "test.db"));
}

describe("opening the store", () => {
  it("makes the folder for the person alone", () => {
    const folder = path.join(tempFolder(), "deep", "data");
    tempStore(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("finds again what an earlier run saved", () => {
    const folder = tempFolder();
    const first = openStore(folder);
    first.conversations.create(conversation());
    first.close();
    expect(tempStore(folder).store.conversations.list()).toEqual([conversation()]);
  });

  it("reads the file of a newer version, and leaves it as it is, byte by byte", () => {
    const folder = tempFolder();
    const first = openStore(folder);
    first.conversations.create(conversation());
    first.close();
    const file = path.join(folder, "pilothouse.db");
    tamper(file, "PRAGMA user_version = 99");
    const before = readFileSync(file);
    const { store } = tempStore(folder);
    const newer = expect.objectContaining({ code: "database-newer" });
    expect(store.conversations.list()).toEqual([conversation()]);
    expect(store.status().trouble).toEqual(newer);
    expect(() => store.conversations.update("c1", { title: "changed" })).toThrow(newer);
    expect(() => store.transaction(() => {})).toThrow(newer);
    store.recoverInterrupted(1);
    store.sweepFiles();
    store.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("reports a damaged file in a sentence and keeps it", () => {
    const folder = tempFolder();
    const file = path.join(folder, "pilothouse.db");
    writeFileSync(file, "no database at all".repeat(500));
    const before = readFileSync(file);
    expect(() => openStore(folder)).toThrow(expect.objectContaining({ code: "database-damaged" }));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("reports a database that the disk cannot give in a sentence", () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, "pilothouse.db"));
    expect(() => openStore(folder)).toThrow(expect.objectContaining({ code: "storage-failed" }));
  });

  it("can be closed twice", () => {
    const { store } = tempStore();
    store.close();
    expect(() => store.close()).not.toThrow();
  });

  it("leaves an empty write-ahead log when it is closed, also while another program looks on", () => {
    const { store, databaseFile } = tempStore();
    const other = new Database(databaseFile);
    store.conversations.create(conversation());
    store.close();
    expect(statSync(`${databaseFile}-wal`).size).toBe(0);
    other.close();
  });
});

describe("the database", () => {
  it.each([
    ["journal_mode", "wal"],
    ["synchronous", 2],
    ["foreign_keys", 1],
    ["secure_delete", 1],
    ["busy_timeout", 5_000],
  ])("runs with %s %s", (pragma, value) => {
    const database = openedDatabase(tempFolder());
    const row = database.get(`PRAGMA ${pragma}`) ?? {};
    database.close();
    expect(Object.values(row)).toEqual([value]);
  });

  it("refuses a place where it cannot keep a write-ahead log", () => {
    expect(() => new Database(":memory:")).toThrow(
      expect.objectContaining({ code: "database-unsafe" }),
    );
  });

  it("takes back all of a transaction that fails", () => {
    const database = openedDatabase(tempFolder());
    database.script("CREATE TABLE t (a)");
    const failing = () =>
      database.transaction(() => {
        database.run("INSERT INTO t VALUES (1)");
        throw new Error("in the middle");
      });
    expect(failing).toThrow("in the middle");
    expect(database.all("SELECT * FROM t")).toEqual([]);
    database.close();
  });

  it("makes a transaction within another a part of it", () => {
    const database = openedDatabase(tempFolder());
    database.script("CREATE TABLE t (a)");
    const failing = () =>
      database.transaction(() => {
        database.transaction(() => database.run("INSERT INTO t VALUES (1)"));
        throw new Error("afterwards");
      });
    expect(failing).toThrow("afterwards");
    expect(database.all("SELECT * FROM t")).toEqual([]);
    database.close();
  });

  it("says that the disk is full when it is", () => {
    const database = openedDatabase(tempFolder());
    database.script("CREATE TABLE t (a); PRAGMA max_page_count = 4");
    const filling = () => database.run("INSERT INTO t VALUES (zeroblob(100000))");
    expect(filling).toThrow(expect.objectContaining({ code: "storage-full" }));
    database.close();
  });
});

describe("migrations", () => {
  const steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x)"];

  it("run only the steps that the file does not have", () => {
    const database = openedDatabase(tempFolder());
    migrate(database, steps.slice(0, 1));
    migrate(database, steps);
    expect(database.schemaVersion).toBe(2);
    database.close();
  });

  it("are all undone when one of them fails", () => {
    const database = openedDatabase(tempFolder());
    const failing = () => migrate(database, [...steps, "CREATE TABLE broken ("]);
    expect(failing).toThrow(expect.objectContaining({ code: "migration-failed" }));
    expect(database.schemaVersion).toBe(0);
    expect(database.all("SELECT * FROM sqlite_schema")).toEqual([]);
    database.close();
  });
});
