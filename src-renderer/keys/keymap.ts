import type { ApprovalAnswer } from "../../src-preload/model/approval.ts";
import type { AppState } from "../../src-preload/model/app-state.ts";

export type Platform = AppState["platform"];

interface KeyBinding {
  /** Ctrl, or ⌘ on macOS. */
  readonly mod?: true;
  readonly shift?: true;
  /** Alt, or ⌥ on macOS. */
  readonly alt?: true;
  /** `KeyboardEvent.key`, for letters in lower case. */
  readonly key?: string;
  /** `KeyboardEvent.code`, where Alt would change what the key types. */
  readonly code?: string;
  /** What stands on the key cap. */
  readonly cap: string;
}

/** Every key of the window. */
export const keymap = {
  newConversation: { mod: true, key: "n", cap: "N" },
  earlierConversation: { mod: true, key: "ArrowUp", cap: "↑" },
  laterConversation: { mod: true, key: "ArrowDown", cap: "↓" },
  nextWaiting: { mod: true, shift: true, key: "u", cap: "U" },
  toggleSidebar: { mod: true, key: "b", cap: "B" },
  togglePanel: { mod: true, key: "j", cap: "J" },
  settings: { mod: true, key: ",", cap: "," },
  stopTurn: { mod: true, key: ".", cap: "." },
  takeOver: { mod: true, shift: true, key: "t", cap: "T" },
  answerOnce: { alt: true, code: "Digit1", cap: "1" },
  answerSite: { alt: true, code: "Digit2", cap: "2" },
  answerAlways: { alt: true, code: "Digit3", cap: "3" },
  answerNotNow: { alt: true, code: "Digit4", cap: "4" },
  answerNever: { alt: true, code: "Digit0", cap: "0" },
  nextRegion: { key: "F6", cap: "F6" },
  earlierRegion: { shift: true, key: "F6", cap: "F6" },
  closeTop: { key: "Escape", cap: "Esc" },
} as const satisfies Record<string, KeyBinding>;

export type Command = keyof typeof keymap;

export const answerCommands = {
  once: "answerOnce",
  site: "answerSite",
  always: "answerAlways",
  "not-now": "answerNotNow",
  never: "answerNever",
} as const satisfies Record<ApprovalAnswer, Command>;

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing"
>;

/** The command that a key press means, if any. */
export function commandOf(press: KeyPress, platform: Platform): Command | undefined {
  // While an input method composes, its keys are its own.
  if (press.isComposing) return undefined;
  return commands.find((command) => matches(keymap[command], press, platform));
}

const commands = Object.keys(keymap) as Command[];

function matches(binding: KeyBinding, press: KeyPress, platform: Platform): boolean {
  const [mod, otherMod] =
    platform === "darwin" ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  const modifiersFit =
    mod === (binding.mod ?? false) &&
    !otherMod &&
    press.altKey === (binding.alt ?? false) &&
    press.shiftKey === (binding.shift ?? false);
  return modifiersFit && keyFits(binding, press);
}

function keyFits(binding: KeyBinding, press: KeyPress): boolean {
  if (binding.code !== undefined) return press.code === binding.code;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return key === binding.key;
}

/** The key as written on a cap: `Ctrl Shift U`, `⌘⇧U`. */
export function keyWords(command: Command, platform: Platform): string {
  const binding: KeyBinding = keymap[command];
  const [mod, alt, shift, gap] =
    platform === "darwin" ? ["⌘", "⌥", "⇧", ""] : ["Ctrl", "Alt", "Shift", " "];
  const caps = [binding.mod && mod, binding.alt && alt, binding.shift && shift, binding.cap];
  return caps.filter(Boolean).join(gap);
}
