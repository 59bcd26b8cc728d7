import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Logins } from "../../../src-main/browser/logins.ts";
import type { ProcessLookup } from "../../../src-main/browser/profile-lock.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const processes: ProcessLookup = { withArgument: () => [], commandLineOf: () => "gone" };

function makeLogins(folder = path.join(tempFolder(), "logins")) {
  return { folder, logins: new Logins({ folder, clock: () => 1_000, processes }) };
}

function someProfile(): string {
  const profile = tempFolder();
  writeFileSync(path.join(profile, "Cookies"), "ada");
  return profile;
}

describe("named logins (M26)", () => {
  it("are saved with their profile, and listed by name", async () => {
    const { folder, logins } = makeLogins();
    const work = await logins.save({ name: "Work", from: "Berths", profile: someProfile() });
    const home = await logins.save({ name: "Home", from: "Mail", profile: someProfile() });
    expect(new Logins({ folder, clock: () => 2_000, processes }).list()).toEqual([home, work]);
    expect(work).toEqual({ id: work.id, name: "Work", savedAt: 1_000, from: "Berths" });
  });

  it("are copied to where a conversation's profile will be", async () => {
    const { logins } = makeLogins();
    const { id } = await logins.save({ name: "Work", from: "", profile: someProfile() });
    const profile = path.join(tempFolder(), "workspace/profile");
    await logins.copyTo(id, profile);
    expect(readFileSync(path.join(profile, "Cookies"), "utf8")).toBe("ada");
  });

  it("can be renamed and deleted", async () => {
    const { folder, logins } = makeLogins();
    const { id } = await logins.save({ name: "Work", from: "", profile: someProfile() });
    logins.rename(id, "Play");
    expect(logins.list()).toMatchObject([{ id, name: "Play", savedAt: 1_000 }]);
    await logins.delete(id);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("say so when they are unknown, whatever the id looks like", async () => {
    const { logins } = makeLogins();
    for (const id of ["no", "..", "../logins"]) {
      expect(() => logins.rename(id, "x")).toThrow(/not there any more/);
      await expect(logins.copyTo(id, "/nowhere")).rejects.toThrow(/not there any more/);
    }
  });

  it("cannot be saved where no browser has run, and nothing is left then", async () => {
    const { folder, logins } = makeLogins();
    const nowhere = { name: "x", from: "", profile: "/no/such/profile" };
    await expect(logins.save(nowhere)).rejects.toThrow(/No browser has run/);
    expect(existsSync(folder)).toBe(false);
  });

  it("leave out what is damaged, and what a crash cut off is gone at the next start", () => {
    const { folder } = makeLogins();
    mkdirSync(path.join(folder, "damaged"), { recursive: true });
    mkdirSync(path.join(folder, ".part-1"));
    expect(makeLogins(folder).logins.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual(["damaged"]);
  });
});
