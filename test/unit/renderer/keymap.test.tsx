import { expect, test } from "vitest";
import { commandOf, keyWords } from "../../../src-renderer/keys/keymap.ts";

function press(change: Partial<KeyboardEvent>) {
  return {
    key: "",
    code: "",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    ...change,
  };
}

test("Ctrl is the modifier on Linux and Windows, ⌘ on macOS", () => {
  const ctrlN = press({ key: "n", ctrlKey: true });
  const commandN = press({ key: "n", metaKey: true });
  expect(commandOf(ctrlN, "linux")).toBe("newConversation");
  expect(commandOf(commandN, "linux")).toBeUndefined();
  expect(commandOf(commandN, "darwin")).toBe("newConversation");
  expect(commandOf(ctrlN, "darwin")).toBeUndefined();
});

test("the answers go by the place of the key, whatever Alt makes it type", () => {
  const option1 = press({ key: "¡", code: "Digit1", altKey: true });
  expect(commandOf(option1, "darwin")).toBe("answerOnce");
  expect(commandOf(press({ key: "0", code: "Digit0", altKey: true }), "linux")).toBe("answerNever");
});

test("another modifier makes another key", () => {
  const wanted = { key: "1", code: "Digit1", altKey: true };
  expect(commandOf(press({ ...wanted, ctrlKey: true }), "linux")).toBeUndefined();
  expect(commandOf(press({ ...wanted, shiftKey: true }), "linux")).toBeUndefined();
  expect(commandOf(press({ key: "U", ctrlKey: true, shiftKey: true }), "linux")).toBe(
    "nextWaiting",
  );
});

test("keys of an input method are its own", () => {
  expect(commandOf(press({ key: "Escape", isComposing: true }), "linux")).toBeUndefined();
});

test("keys are written as on the platform's caps", () => {
  expect(keyWords("nextWaiting", "linux")).toBe("Ctrl Shift U");
  expect(keyWords("nextWaiting", "darwin")).toBe("⌘⇧U");
  expect(keyWords("answerOnce", "win32")).toBe("Alt 1");
});
