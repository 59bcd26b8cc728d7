import { describe, expect, it } from "vitest";
import { userJournals } from "../../../src-main/process/user-journals.ts";

describe("the folder for journals of commands", () => {
  it("is the person's own on every system", () => {
    expect(userJournals({}, "linux", "/home/me")).toBe(
      "/home/me/.local/state/pilothouse/processes",
    );
    expect(userJournals({}, "darwin", "/Users/me")).toBe(
      "/Users/me/Library/Application Support/Pilothouse/processes",
    );
    expect(userJournals({}, "win32", "C:\\Users\\me")).toBe(
      "C:\\Users\\me\\AppData\\Local\\Pilothouse\\processes",
    );
  });

  it("is where the person keeps such things, if that is said", () => {
    const xdg = { XDG_STATE_HOME: "/s" };
    expect(userJournals(xdg, "linux", "/h")).toBe("/s/pilothouse/processes");
    const relative = { XDG_STATE_HOME: "s" };
    expect(userJournals(relative, "linux", "/h")).toBe("/h/.local/state/pilothouse/processes");
    const local = { LocalAppData: "D:\\l" };
    expect(userJournals(local, "win32", "C:\\me")).toBe("D:\\l\\Pilothouse\\processes");
  });
});
