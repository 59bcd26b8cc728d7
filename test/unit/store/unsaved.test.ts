import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Unsaved } from "../../../src-main/store/unsaved.ts";

const full = new AppError("storage-full", "The disk is full.");

/** A disk that can be full, and what is on it. */
class FakeDisk {
  isFull = false;
  readonly saved: string[] = [];

  write(what: string): void {
    if (this.isFull) throw full;
    this.saved.push(what);
  }
}

function unsavedOn(disk: FakeDisk): Unsaved {
  return new Unsaved({ probe: () => disk.write("probe"), logger: silentLogger });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what the disk refuses", () => {
  it("is told, kept, and saved by itself when the disk takes it again (D6)", () => {
    const disk = new FakeDisk();
    const unsaved = unsavedOn(disk);
    const told: unknown[] = [];
    unsaved.changed.on((status) => told.push(status));
    disk.isFull = true;
    expect(() => unsaved.save("a", () => disk.write("a"))).toThrow(full);
    expect(unsaved.status).toMatchObject({ trouble: { code: "storage-full" }, unsaved: 1 });
    disk.isFull = false;
    vi.runAllTimers();
    expect(disk.saved).toEqual(["probe", "a"]);
    expect(told).toEqual([
      { trouble: { code: "storage-full", message: full.message }, unsaved: 1 },
      { trouble: null, unsaved: 0 },
    ]);
  });

  it("is kept in its last state alone, in the order of its coming", () => {
    const disk = new FakeDisk();
    const unsaved = unsavedOn(disk);
    disk.isFull = true;
    for (const [key, what] of [
      ["a", "a1"],
      ["b", "b"],
      ["a", "a2"],
    ] as const) {
      expect(() => unsaved.save(key, () => disk.write(what))).toThrow(full);
    }
    disk.isFull = false;
    vi.runAllTimers();
    expect(disk.saved).toEqual(["probe", "a2", "b"]);
  });

  it("never comes after what was saved later", () => {
    const disk = new FakeDisk();
    const unsaved = unsavedOn(disk);
    disk.isFull = true;
    expect(() => unsaved.save("a", () => disk.write("old"))).toThrow(full);
    disk.isFull = false;
    unsaved.save("a", () => disk.write("new"));
    vi.runAllTimers();
    expect(disk.saved).toEqual(["new", "probe"]);
  });

  it("is tried again and again, and told once", () => {
    const disk = new FakeDisk();
    const unsaved = unsavedOn(disk);
    let told = 0;
    unsaved.changed.on(() => (told += 1));
    disk.isFull = true;
    unsaved.note(full);
    vi.advanceTimersByTime(60_000);
    expect(told).toBe(1);
    expect(unsaved.status.trouble?.code).toBe("storage-full");
    unsaved.close();
  });

  it("does not hold up the rest when it has no place any more", () => {
    const disk = new FakeDisk();
    const unsaved = unsavedOn(disk);
    disk.isFull = true;
    const orphan = () => {
      if (disk.isFull) throw full;
      throw new Error("FOREIGN KEY");
    };
    expect(() => unsaved.save("orphan", orphan)).toThrow(full);
    expect(() => unsaved.save("b", () => disk.write("b"))).toThrow(full);
    disk.isFull = false;
    vi.runAllTimers();
    expect(disk.saved).toContain("b");
    expect(unsaved.status).toEqual({ trouble: null, unsaved: 0 });
  });

  it("is no trouble of the disk when the work itself is wrong", () => {
    const unsaved = unsavedOn(new FakeDisk());
    const wrong = () => {
      throw new Error("a mistake");
    };
    expect(() => unsaved.save("a", wrong)).toThrow("a mistake");
    expect(unsaved.status).toEqual({ trouble: null, unsaved: 0 });
  });
});
