import { useEffect, useState, type CSSProperties } from "react";
import {
  useIsCodeFenceIncomplete,
  type HighlightResult,
  type HighlightToken,
  type PluginConfig,
} from "streamdown";
import { loadPlugins } from "./plugins.ts";

interface CodeLinesProps {
  readonly code: string;
  readonly language: string;
}

/** The text of a block of code, in colours as far as they are known. */
export function CodeLines({ code, language }: CodeLinesProps) {
  const isIncomplete = useIsCodeFenceIncomplete();
  const coloured = useColours({ code, language, isIncomplete });
  if (!coloured) return <code>{code}</code>;
  return (
    <code>
      {coloured.result.tokens.map((line, index) => (
        // Lines have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && "\n"}
          {line.map((token) => (
            <span className="code-token" key={token.offset} style={coloursOf(token)}>
              {token.content}
            </span>
          ))}
        </span>
      ))}
      {code.slice(coloured.code.length)}
    </code>
  );
}

/** Both themes' colours at once; the style sheet takes the right one. */
function coloursOf({ color, htmlStyle }: HighlightToken): CSSProperties {
  const light = htmlStyle?.["color"] ?? color;
  const dark = htmlStyle?.["--shiki-dark"] ?? light;
  return { "--light": light, "--dark": dark } as CSSProperties;
}

interface Wanted {
  readonly code: string;
  readonly language: string;
  readonly isIncomplete: boolean;
}

/** The colours of the code, or of its beginning while it grows. */
function useColours({ code, language, isIncomplete }: Wanted) {
  const [done, setDone] = useState<{ code: string; result: HighlightResult } | null>(null);
  useEffect(() => {
    let wanted = true;
    const take = (result: HighlightResult | null): void => {
      if (wanted && result) setDone({ code, result });
    };
    void loadPlugins().then((plugins) =>
      take(highlighted(plugins, { code, language, isIncomplete }, take)),
    );
    return () => {
      wanted = false;
    };
  }, [code, language, isIncomplete]);
  return done && code.startsWith(done.code) ? done : null;
}

function highlighted(
  { code: plugin }: PluginConfig,
  wanted: Wanted,
  later: (result: HighlightResult) => void,
): HighlightResult | null {
  if (!plugin?.supportsLanguage(wanted.language)) return null;
  return plugin.highlight({ ...wanted, themes: plugin.getThemes() }, later);
}
