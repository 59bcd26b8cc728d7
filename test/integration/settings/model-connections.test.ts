import { describe, expect, it } from "vitest";
import type { ModelConnection } from "../../../src-preload/model/settings.ts";
import {
  addModelConnection,
  defaultModelConnection,
  modelKeyName,
  removeModelConnection,
  setDefaultModelConnection,
  setModelFacts,
} from "../../../src-main/settings/model-connections.ts";
import { defaultSettings } from "../../../src-main/settings/settings-reading.ts";

function connection(id: string, model = "model-one"): ModelConnection {
  return { id, provider: "anthropic", baseUrl: null, model, key: "stored" };
}

const two = addModelConnection(
  addModelConnection(defaultSettings, connection("a")),
  connection("b"),
);

describe("model connections", () => {
  it("are added at the end, and the first one is the default", () => {
    expect(two).toEqual({
      ...defaultSettings,
      models: [connection("a"), connection("b")],
      defaultModelId: "a",
    });
  });

  it("are replaced where they stand", () => {
    const changed = addModelConnection(two, connection("a", "model-two"));
    expect(changed.models).toEqual([connection("a", "model-two"), connection("b")]);
  });

  it("leave the default to the next when the default is removed", () => {
    expect(removeModelConnection(two, "a")).toMatchObject({ defaultModelId: "b" });
  });

  it("leave the default alone when another one is removed", () => {
    expect(removeModelConnection(two, "b")).toMatchObject({ defaultModelId: "a" });
  });

  it("leave no default when the last one is removed", () => {
    const none = removeModelConnection(removeModelConnection(two, "a"), "b");
    expect(none).toEqual(defaultSettings);
    expect(defaultModelConnection(none)).toBeNull();
  });

  it("can be made the default", () => {
    const changed = setDefaultModelConnection(two, "b");
    expect(defaultModelConnection(changed)).toEqual(connection("b"));
  });

  it("that are gone cannot be made the default", () => {
    expect(() => setDefaultModelConnection(two, "z")).toThrow(
      expect.objectContaining({ code: "model-unknown" }),
    );
  });

  it("keep what the person says of the model, in the place of what they said before", () => {
    const said = setModelFacts(two, "b", { contextTokens: 8_000, vision: true });
    const corrected = setModelFacts(said, "b", { vision: false });
    expect(corrected.models).toEqual([
      connection("a"),
      { ...connection("b"), facts: { vision: false } },
    ]);
    expect(() => setModelFacts(two, "z", {})).toThrow(
      expect.objectContaining({ code: "model-unknown" }),
    );
  });

  it("have a default even when the settings name one that is gone", () => {
    expect(defaultModelConnection({ ...two, defaultModelId: "gone" })).toEqual(connection("a"));
  });

  it("keep their keys under their own names", () => {
    expect(modelKeyName("a")).toBe("model:a");
  });
});
