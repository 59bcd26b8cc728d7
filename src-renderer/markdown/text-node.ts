/** A node of the parsed text, as far as it is looked at here. */
export interface TextNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TextNode[];
}

/** What Streamdown hands to a component besides the element's own properties. */
export interface NodeProps {
  readonly node?: TextNode | undefined;
}

/** All text in a node, as a reader sees it. */
export function textOfNode(node: TextNode | undefined): string {
  if (!node) return "";
  return (node.value ?? "") + (node.children ?? []).map(textOfNode).join("");
}
