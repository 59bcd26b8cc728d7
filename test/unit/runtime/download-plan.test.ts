import { describe, expect, it } from "vitest";
import { readPlan, versionIn } from "../../../src-main/runtime/download-plan.ts";

const printed = `Chrome for Testing 155.0.8059.12 (playwright chromium v1247)
  Install location:    /home/ada/.cache/ms-playwright/chromium-1247
  Download url:        https://cdn.playwright.dev/builds/cft/155.0.8059.12/linux64/chrome-linux64.zip

FFmpeg (playwright ffmpeg v1011)
  Install location:    /home/ada/.cache/ms-playwright/ffmpeg-1011
  Download url:        https://cdn.playwright.dev/builds/ffmpeg/1011/ffmpeg-linux.zip
  Download fallback 1: https://second.example/builds/ffmpeg/1011/ffmpeg-linux.zip

`;

describe("the plan of Playwright's installer", () => {
  it("is read with every mirror in its order", () => {
    expect(readPlan(printed)).toEqual([
      {
        title: "Chrome for Testing 155.0.8059.12 (playwright chromium v1247)",
        urls: ["https://cdn.playwright.dev/builds/cft/155.0.8059.12/linux64/chrome-linux64.zip"],
      },
      {
        title: "FFmpeg (playwright ffmpeg v1011)",
        urls: [
          "https://cdn.playwright.dev/builds/ffmpeg/1011/ffmpeg-linux.zip",
          "https://second.example/builds/ffmpeg/1011/ffmpeg-linux.zip",
        ],
      },
    ]);
  });

  it("is the same with the line ends of Windows", () => {
    expect(readPlan(printed.replaceAll("\n", "\r\n"))).toEqual(readPlan(printed));
  });

  it("names the version of the browser", () => {
    expect(readPlan(printed).map(({ title }) => versionIn(title))).toEqual(["155.0.8059.12", null]);
  });

  it("that has no address says that there is no Chromium for this system", () => {
    expect(() => readPlan("Nothing to do\n")).toThrow(/no Chromium for this system/);
  });

  it("is refused when an address is not encrypted, unless it is this machine's own", () => {
    const plan = (host: string) => printed.replaceAll("https://cdn.playwright.dev", host);
    expect(() => readPlan(plan("http://mirror.example"))).toThrow(/would not be encrypted/);
    expect(readPlan(plan("http://127.0.0.1:8080"))).toHaveLength(2);
  });
});
