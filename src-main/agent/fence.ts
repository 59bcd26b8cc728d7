import type { ModelBlock } from "../../src-preload/model/content.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { siteOf } from "../policy/site.ts";

/** What stands at the beginning and at the end of everything that the app did not write itself. */
const MARK = "untrusted-content";

/** Of the call's id so many characters mark its fence: nobody but the app can know them beforehand. */
const SEAL_CHARS = 12;

/**
 * Tags by which texts pretend to be more than they are: a fence of ours, a turn of the conversation, a
 * word of the system's. Their first character is replaced, so that they stay readable and are none.
 */
const PRETENDING =
  /<(?=\s*[/|]?\s*(?:untrusted|system|assistant|user|human|developer|instructions?|tool_?(?:use|call|result)|function_?(?:calls?|results?)|im_(?:start|end)|\|))/giu;

/** Other marks of the kind, which some models were trained on. */
const OTHER_MARKS = /\[(?=\/?INST\]|\/?SYS\])|(?<=^|\n)(?=(?:Human|Assistant|System):\s)/gu;

/**
 * Puts what a page or a server said between marks that say where it came from, and that nothing in it
 * can close (S51, S56): what stands between them is information, whatever it calls itself.
 */
export function fence(call: ToolCall, blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  const seal = call.id.slice(0, SEAL_CHARS);
  const open = `<${MARK} id="${seal}" from="${originOf(call)}">`;
  const close = `</${MARK} id="${seal}">`;
  const inside = blocks.map((block) =>
    block.type === "text" ? { ...block, text: defused(block.text) } : block,
  );
  const [first, ...rest] = inside;
  if (first?.type === "text" && rest.length === 0) {
    return [{ type: "text", text: `${open}\n${first.text}\n${close}` }];
  }
  return [{ type: "text", text: open }, ...inside, { type: "text", text: close }];
}

/** Also for what the model itself makes of such texts, as a summary. */
export function defused(text: string): string {
  return text.replace(PRETENDING, "‹").replace(OTHER_MARKS, (mark) => (mark === "" ? "> " : "⟦"));
}

/** Only what nobody outside can word: a site's origin, else the name that the app gave the tool. */
function originOf({ page, name }: ToolCall): string {
  const site = page === null ? null : siteOf(page.url);
  return site === null ? `the tool ${name}` : `the tool ${name} on ${site}`;
}
