import { describe, expect, it } from "vitest";
import { LONGEST_PROFILE, requireRoomForProfile } from "../../../src-main/browser/profile-path.ts";

const ID = "01234567-89ab-cdef-0123-456789abcdef";
const profileIn = (data: string) =>
  `${data}\\conversations\\${ID}\\workspace\\.pilothouse\\browser-profile`;

const longest = `C:\\${"x".repeat(LONGEST_PROFILE - 3)}`;

describe("the path of a profile on Windows", () => {
  it("may be that of the usual data folder, with the longest name of an account", () => {
    const data = `C:\\Users\\${"n".repeat(20)}\\AppData\\Roaming\\Pilothouse`;
    expect(() => requireRoomForProfile(profileIn(data), "win32")).not.toThrow();
  });

  it("may be no longer than leaves room for the browser's own files, and the message says by how much", () => {
    expect(() => requireRoomForProfile(longest, "win32")).not.toThrow();
    expect(() => requireRoomForProfile(`${longest}xy`, "win32")).toThrow(
      "the path is 2 characters longer than Windows allows. Keep Pilothouse's data in a folder with a shorter path: C:\\xxx",
    );
  });

  it("has no such limit elsewhere", () => {
    expect(() => requireRoomForProfile(`${longest}xy`, "linux")).not.toThrow();
    expect(() => requireRoomForProfile(`${longest}xy`, "darwin")).not.toThrow();
  });
});
