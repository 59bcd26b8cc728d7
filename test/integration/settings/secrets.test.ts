import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Secrets } from "../../../src-main/settings/secrets.ts";
import { FakeEncryption } from "./fake-encryption.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const KEY = "canary-key-51ab";
const NAME = "model:m1";

function secretsIn(folder: string) {
  const file = path.join(folder, "secrets.json");
  const encryption = new FakeEncryption();
  const log: string[] = [];
  const logger = loggerTo((_level, message) => log.push(message));
  const open = () => new Secrets({ file, encryption, logger });
  return { folder, file, encryption, log, open };
}

function everythingIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "latin1"))
    .join();
}

describe("secrets", () => {
  it("are there again in the next run", async () => {
    const { open } = secretsIn(tempFolder());
    expect(await open().set(NAME, KEY)).toBe("stored");
    expect(await open().get(NAME)).toBe(KEY);
  });

  it("are null when nothing was ever kept under the name", async () => {
    expect(await secretsIn(tempFolder()).open().get(NAME)).toBeNull();
  });

  it.each(["__proto__", "constructor", "model:ünï"])("can have the name %s", async (name) => {
    const { open } = secretsIn(tempFolder());
    expect(await open().get(name)).toBeNull();
    await open().set(name, KEY);
    expect(await open().get(name)).toBe(KEY);
  });

  it("are never on the disk in the clear, nor as base64 of it, and the file is the person's alone", async () => {
    const { folder, file, open } = secretsIn(tempFolder());
    await open().set(NAME, KEY);
    expect(everythingIn(folder)).not.toContain(KEY);
    expect(everythingIn(folder)).not.toContain(Buffer.from(KEY).toString("base64").slice(0, -2));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("are gone from disk and memory once they are deleted", async () => {
    const { file, open } = secretsIn(tempFolder());
    const secrets = open();
    await secrets.set(NAME, KEY);
    await secrets.set("model:m2", "another");
    await secrets.delete(NAME);
    expect(await secrets.get(NAME)).toBeNull();
    expect(await open().get(NAME)).toBeNull();
    expect(await open().get("model:m2")).toBe("another");
    expect(readFileSync(file, "utf8")).not.toContain(NAME);
  });

  it("changed at the same time end as the one that was asked for last", async () => {
    const { encryption, open } = secretsIn(tempFolder());
    const secrets = open();
    const release = encryption.hold("slow");
    const changes = [secrets.set(NAME, "slow"), secrets.set(NAME, "fast")];
    // All that can happen before the slow one goes on has happened after this.
    await new Promise(setImmediate);
    release();
    await Promise.all(changes);
    expect(await secrets.get(NAME)).toBe("fast");
  });
});

describe("secrets without encryption", () => {
  it("are kept for this run and written nowhere", async () => {
    const { folder, encryption, open } = secretsIn(tempFolder());
    encryption.isThere = false;
    const secrets = open();
    expect(await secrets.set(NAME, KEY)).toBe("this-run");
    expect(await secrets.get(NAME)).toBe(KEY);
    expect(readdirSync(folder)).toEqual([]);
    expect(await open().get(NAME)).toBeNull();
  });

  it("are kept for this run too when the keyring refuses, and the log says so without them", async () => {
    const { encryption, log, open } = secretsIn(tempFolder());
    encryption.isLocked = true;
    expect(await open().set(NAME, KEY)).toBe("this-run");
    expect(log).toEqual([expect.stringContaining(NAME)]);
    expect(log.join()).not.toContain(KEY);
  });

  it("are gone from memory once they are deleted", async () => {
    const { encryption, open } = secretsIn(tempFolder());
    encryption.isThere = false;
    const secrets = open();
    await secrets.set(NAME, KEY);
    await secrets.delete(NAME);
    expect(await secrets.get(NAME)).toBeNull();
  });

  it("replace an older one on disk, which would come back after a restart", async () => {
    const { encryption, open } = secretsIn(tempFolder());
    await open().set(NAME, "older");
    encryption.isThere = false;
    const secrets = open();
    await secrets.set(NAME, KEY);
    encryption.isThere = true;
    expect(await secrets.get(NAME)).toBe(KEY);
    expect(await open().get(NAME)).toBeNull();
  });

  it("give way to one that can be stored", async () => {
    const { encryption, open } = secretsIn(tempFolder());
    encryption.isThere = false;
    const secrets = open();
    await secrets.set(NAME, "for this run");
    encryption.isThere = true;
    expect(await secrets.set(NAME, KEY)).toBe("stored");
    expect(await secrets.get(NAME)).toBe(KEY);
  });
});

describe("secrets that cannot be read", () => {
  it("count as absent, are reported, and are there again when the keyring opens", async () => {
    const { encryption, log, open } = secretsIn(tempFolder());
    const secrets = open();
    await secrets.set(NAME, KEY);
    encryption.isLocked = true;
    expect(await secrets.get(NAME)).toBeNull();
    expect(log).toEqual([expect.stringContaining(NAME)]);
    encryption.isLocked = false;
    expect(await open().get(NAME)).toBe(KEY);
  });

  it.each(["{ not json", "{}", '{"secrets":[]}'])(
    "because the file holds %j are kept aside with it",
    async (content) => {
      const { folder, file, log, open } = secretsIn(tempFolder());
      writeFileSync(file, content);
      expect(await open().get(NAME)).toBeNull();
      const [aside] = readdirSync(folder);
      expect(aside).toMatch(/^secrets\.broken-/);
      expect(log).toEqual([expect.stringContaining(String(aside))]);
    },
  );
});
