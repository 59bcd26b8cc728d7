import { useEffect, useState } from "react";
import { defaultRehypePlugins, Streamdown, type Components, type PluginConfig } from "streamdown";
import { AnswerLink } from "./answer-link.tsx";
import { AnswerTable } from "./answer-table.tsx";
import { CodeBlock } from "./code-block.tsx";
import { PicturePlaceholder } from "./picture-placeholder.tsx";
import { loadPlugins, needsPlugins } from "./plugins.ts";

interface RichTextProps {
  readonly text: string;
  readonly live: boolean;
}

/** Markdown of a model: no HTML, no remote picture, no link that leads anywhere by itself (S24). */
export function RichText({ text, live }: RichTextProps) {
  const plugins = usePlugins(text);
  return (
    <Streamdown
      className="prose"
      parseIncompleteMarkdown={live}
      plugins={plugins}
      components={components}
      rehypePlugins={rehypePlugins}
      linkSafety={noLinkSafety}
    >
      {text}
    </Streamdown>
  );
}

/** Without the step that reads HTML: it stays text. The links' own policy is AnswerLink's. */
const rehypePlugins = [defaultRehypePlugins["sanitize"], defaultRehypePlugins["harden"]].filter(
  (plugin) => plugin !== undefined,
);

const noLinkSafety = { enabled: false };

/** Plain elements, so that the look is the style sheet's alone. */
const components = {
  a: AnswerLink,
  img: PicturePlaceholder,
  pre: CodeBlock,
  table: AnswerTable,
  p: "p",
  // The conversation's title is the page's first heading.
  h1: "h2",
  h2: "h3",
  h3: "h4",
  h4: "h5",
  h5: "h6",
  h6: "h6",
  ul: "ul",
  ol: "ol",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  code: "code",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  sup: "sup",
  sub: "sub",
  section: "section",
} as Components;

/** Code colours and mathematics, once the text has any. */
function usePlugins(text: string): PluginConfig {
  const needed = needsPlugins(text);
  const [plugins, setPlugins] = useState<PluginConfig>({});
  useEffect(() => {
    if (!needed) return;
    let shown = true;
    void loadPlugins().then((loaded) => shown && setPlugins(loaded));
    return () => {
      shown = false;
    };
  }, [needed]);
  return plugins;
}
