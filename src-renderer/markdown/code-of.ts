import { textOfNode, type TextNode } from "./text-node.ts";

/** Language and text of a fenced block. The language is empty where none was named. */
export function codeOf(pre: TextNode | undefined): { language: string; code: string } {
  const code = pre?.children?.find(({ tagName }) => tagName === "code");
  return { language: languageOf(code), code: textOfNode(code).replace(/\n$/, "") };
}

function languageOf(code: TextNode | undefined): string {
  const classes = code?.properties?.["className"];
  const names = Array.isArray(classes) ? classes.map(String) : [];
  return names.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? "";
}
