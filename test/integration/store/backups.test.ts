import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import type { BackupReason } from "../../../src-main/store/backup/backup-name.ts";
import { DailyBackup } from "../../../src-main/store/backup/daily-backup.ts";
import { Backups } from "../../../src-main/store/backup/backups.ts";
import { Database } from "../../../src-main/store/database.ts";
import { openStore } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { contentOf } from "./old-records.ts";
import { conversation } from "./records.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A database with one conversation, and copies of it by a clock that the test moves. */
function copiesOfRecords() {
  const folder = tempFolder();
  const store = openStore(folder);
  store.conversations.create(conversation());
  store.close();
  const file = path.join(folder, "pilothouse.db");
  const time = { now: Date.UTC(2026, 0, 1) };
  const backups = new Backups(path.join(folder, "backups"), () => time.now, silentLogger);
  const make = (reason: BackupReason) =>
    backups.make(file, reason, { version: versionOf(file), rows: null });
  return { folder, file, time, backups, make };
}

function versionOf(file: string): number {
  const database = new Database(file);
  const version = database.schemaVersion;
  database.close();
  return version;
}

describe("copies of the database (D8)", () => {
  it("have all that it has, and leave nothing else in their folder", async () => {
    const { file, folder, make } = copiesOfRecords();
    const copy = await make("daily");
    expect(readdirSync(path.join(folder, "backups"))).toEqual([path.basename(copy)]);
    expect(contentOf(copy)).toEqual(contentOf(file));
  });

  it("are made while others write", async () => {
    const { file, make } = copiesOfRecords();
    const database = new Database(file);
    const copy = make("daily");
    database.run("UPDATE conversations SET title = 'changed meanwhile'");
    await expect(copy).resolves.toContain("daily");
    database.close();
  });

  it("are due once a day, and after the clock was set back", async () => {
    const { backups, time, make } = copiesOfRecords();
    expect(backups.isDue()).toBe(true);
    await make("daily");
    expect(backups.isDue()).toBe(false);
    time.now += DAY_MS;
    expect(backups.isDue()).toBe(true);
    time.now -= 3 * DAY_MS;
    expect(backups.isDue()).toBe(true);
  });

  it("are kept for seven days, those from before a change of the schema for thirty", async () => {
    const { backups, time, make } = copiesOfRecords();
    await make("before-v2");
    for (let day = 0; day < 29; day += 1) {
      time.now += DAY_MS;
      await make("daily");
    }
    const reasons = () => backups.list().map(({ reason }) => reason);
    expect(reasons()).toEqual([...Array.from({ length: 7 }, () => "daily"), "before-v2"]);
    time.now += 2 * DAY_MS;
    await make("daily");
    expect(reasons()).not.toContain("before-v2");
  });

  it("are never the reason that a file which is none of them goes", async () => {
    const { folder, time, make } = copiesOfRecords();
    await make("daily");
    const note = path.join(folder, "backups", "note of mine.db");
    writeFileSync(note, "");
    for (let day = 0; day < 9; day += 1) {
      time.now += DAY_MS;
      await make("daily");
    }
    expect(readdirSync(path.join(folder, "backups"))).toContain("note of mine.db");
  });

  it("are made once a day by an app that stays open, and tell when the database is not whole", async () => {
    const { file, backups, time } = copiesOfRecords();
    let damage = 0;
    const options = { backups, database: file, version: versionOf(file), logger: silentLogger };
    const daily = new DailyBackup({ ...options, onDamage: () => (damage += 1) });
    await daily.look();
    await daily.look();
    expect(backups.list()).toHaveLength(1);
    const database = new Database(file);
    database.script("PRAGMA foreign_keys = OFF");
    database.run("DELETE FROM conversations");
    database.run("INSERT INTO approval_rules VALUES ('nobody', 'k', 'allow', 1)");
    database.close();
    time.now += DAY_MS;
    await daily.look();
    expect(damage).toBe(1);
    expect(backups.list()).toHaveLength(1);
    await daily.close();
  });
});
