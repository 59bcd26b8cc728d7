import { describe, expect, it } from "vitest";
import { goesAwayWithApp, programMounts } from "../../../src-main/runtime/fleeting-place.ts";

const appImage = {
  platform: "linux",
  env: { APPIMAGE: "/home/ada/Pilothouse.AppImage", APPDIR: "/tmp/.mount_PilotXa1b2c" },
  resources: "/tmp/.mount_PilotXa1b2c/resources",
  mounts: [],
} as const;

describe("a place that goes away with the app (M25)", () => {
  it("is an AppImage's mount, or the folder that it unpacked itself into", () => {
    expect(goesAwayWithApp(appImage)).toBe(true);
  });

  it("is known by the mount alone where the AppImage does not name its folder", () => {
    const env = { APPIMAGE: "/home/ada/Pilothouse.AppImage" };
    const place = { ...appImage, env };
    expect(goesAwayWithApp(place)).toBe(false);
    expect(goesAwayWithApp({ ...place, mounts: ["/tmp/.mount_PilotXa1b2c"] })).toBe(true);
  });

  it("is none for a program that an AppImage has only started", () => {
    const resources = "/opt/Pilothouse/resources";
    expect(goesAwayWithApp({ ...appImage, resources })).toBe(false);
    expect(goesAwayWithApp({ ...appImage, resources: "/tmp/.mount_PilotXa1b2cd/x" })).toBe(false);
  });

  it("is none where the app was installed, were it on a mount of the person's", () => {
    const mounts = ["/", "/home/ada/remote"];
    const resources = "/home/ada/remote/Pilothouse/resources";
    expect(goesAwayWithApp({ ...appImage, env: {}, resources, mounts })).toBe(false);
  });

  it.each([
    ["/Volumes/Pilothouse 1.0/Pilothouse.app/Contents/Resources", true],
    ["/private/var/folders/x1/T/AppTranslocation/9C1/d/Pilothouse.app/Contents/Resources", true],
    ["/Applications/Pilothouse.app/Contents/Resources", false],
  ])("is on macOS a disk image or the quarantine's folder: %s", (resources, expected) => {
    expect(goesAwayWithApp({ platform: "darwin", env: {}, resources, mounts: [] })).toBe(expected);
  });

  it.each([
    [String.raw`C:\Users\ada\AppData\Local\Temp\2Xk\resources`, true],
    [String.raw`C:\Program Files\Pilothouse\resources`, false],
    [String.raw`D:\Pilothouse\resources`, false],
  ])("is on Windows what the portable program unpacks: %s", (resources, expected) => {
    const TEMP = String.raw`C:\Users\ada\AppData\Local\Temp`;
    const env = { TEMP, PORTABLE_EXECUTABLE_FILE: String.raw`D:\Pilothouse.exe` };
    const place = { platform: "win32", resources, mounts: [] } as const;
    expect(goesAwayWithApp({ ...place, env })).toBe(expected);
    expect(goesAwayWithApp({ ...place, env: { TEMP } })).toBe(false);
  });
});

describe("the mounts of this system", () => {
  it("are those whose files a program hands out, with blanks as blanks", () => {
    const mountInfo = [
      "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
      String.raw`310 22 0:52 / /tmp/.mount_My\040App ro,nosuid master:9 shared:2 - fuse.Pilothouse.AppImage Pilothouse.AppImage ro`,
      "311 22 7:4 / /snap/core/1 ro - squashfs /dev/loop4 ro",
      "",
    ].join("\n");
    expect(programMounts(mountInfo)).toEqual(["/tmp/.mount_My App", "/snap/core/1"]);
  });
});
