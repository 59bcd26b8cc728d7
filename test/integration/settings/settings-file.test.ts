import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelConnection } from "../../../src-preload/model/settings.ts";
import { SettingsFile } from "../../../src-main/settings/settings-file.ts";
import { defaultSettings } from "../../../src-main/settings/settings-reading.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const NOON = Date.UTC(2026, 10, 30, 12);
const ASIDE = "settings.broken-2026-11-30T12-00-00.000Z.json";

const model: ModelConnection = {
  id: "m1",
  provider: "anthropic",
  baseUrl: null,
  model: "model-one",
  key: "stored",
};

function settingsWith(content?: unknown) {
  const folder = tempFolder();
  const file = path.join(folder, "settings.json");
  const text = typeof content === "string" ? content : JSON.stringify(content);
  if (content !== undefined) writeFileSync(file, text);
  const open = () => new SettingsFile({ file, clock: () => NOON });
  const onDisk = (): unknown => JSON.parse(readFileSync(file, "utf8"));
  return { folder, file, open, onDisk, text };
}

describe("the settings file", () => {
  it("is not there at first, and the first settings hold", () => {
    const { folder, open } = settingsWith();
    expect(open().settings).toEqual(defaultSettings);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps a change for the next run", () => {
    const { open } = settingsWith();
    const changed = open().update((settings) => ({ ...settings, theme: "dark", models: [model] }));
    expect(changed).toEqual({ ...defaultSettings, theme: "dark", models: [model] });
    expect(open().settings).toEqual(changed);
    expect(open().notice).toBeNull();
  });

  it("is for the person alone and leaves nothing else behind", () => {
    const { folder, file, open } = settingsWith();
    open().update((settings) => ({ ...settings, theme: "dark" }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  it("is not written when nothing changes", () => {
    const { folder, open } = settingsWith();
    open().update((settings) => ({ ...settings }));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps the members that only another version knows", () => {
    const content = {
      version: 2,
      telepathy: { on: true },
      ...defaultSettings,
      models: [{ ...model, temperature: 0.5 }],
    };
    const { open, onDisk } = settingsWith(content);
    open().update((settings) => ({ ...settings, theme: "light" }));
    expect(onDisk()).toEqual({ ...content, theme: "light" });
  });

  it.each(["{ not json", "[]", "null", '"text"', ""])(
    "is kept under another name when it holds %j, with a notice",
    (content) => {
      const { folder, open } = settingsWith(content);
      const settings = open();
      expect(settings.settings).toEqual(defaultSettings);
      expect(settings.notice).toContain(ASIDE);
      expect(readFileSync(path.join(folder, ASIDE), "utf8")).toBe(content);
      expect(readdirSync(folder)).toEqual([ASIDE]);
    },
  );

  it("gives what is usable in it, and keeps the old file when something is not", () => {
    const { folder, open, onDisk, text } = settingsWith({
      ...defaultSettings,
      theme: "plaid",
      headless: false,
      models: [model, { id: "m2" }],
      defaultModelId: "m1",
    });
    const settings = open();
    const usable = { ...defaultSettings, headless: false, models: [model], defaultModelId: "m1" };
    expect(settings.settings).toEqual(usable);
    expect(settings.notice).toContain("models[1], theme");
    expect(readFileSync(path.join(folder, ASIDE), "utf8")).toBe(text);
    expect(onDisk()).toMatchObject(usable);
    expect(open().notice).toBeNull();
  });

  it("takes a member that is missing as at first, without a word", () => {
    const settings = settingsWith({ theme: "dark" }).open();
    expect(settings.settings).toEqual({ ...defaultSettings, theme: "dark" });
    expect(settings.notice).toBeNull();
  });

  it("says nothing about the browser's window until that is set, also after another change", () => {
    const settings = settingsWith({ theme: "dark" }).open();
    expect(settings.update((all) => ({ ...all, theme: "light" }))).not.toHaveProperty("headless");
  });

  it("that may not be read is an error and no reason to start anew", () => {
    const { file, open } = settingsWith();
    mkdirSync(file);
    expect(open).toThrow(expect.objectContaining({ code: "settings-unreadable" }));
  });

  it("that cannot be written is an error, and the old settings hold on", () => {
    const { folder, open } = settingsWith();
    const settings = open();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file where the folder was");
    expect(() => settings.update((old) => ({ ...old, theme: "dark" }))).toThrow(
      expect.objectContaining({ code: "settings-not-saved" }),
    );
    expect(settings.settings).toEqual(defaultSettings);
  });
});
