import { WrapText } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../components/copy-button.tsx";
import { IconButton } from "../components/icon-button.tsx";
import { ScrollBox } from "../components/scroll-box.tsx";
import { CodeLines } from "./code-lines.tsx";
import { codeOf } from "./code-of.ts";
import type { NodeProps } from "./text-node.ts";

/** A block of code with its language, and a way to copy it. */
export function CodeBlock({ node }: ComponentProps<"pre"> & NodeProps) {
  const { t } = useTranslation();
  const [wrapped, setWrapped] = useState(false);
  const { language, code } = codeOf(node);
  return (
    <div className="code">
      <div className="code-head">
        <span className="mono faint grow">{language}</span>
        <IconButton
          icon={WrapText}
          label={t("markdown.wrap")}
          aria-pressed={wrapped}
          on={wrapped}
          onClick={() => setWrapped(!wrapped)}
        />
        <CopyButton label={t("copy.copy")} text={() => code} />
      </div>
      <ScrollBox as="pre" className={wrapped ? "wrapped" : ""} label={t("markdown.code")}>
        <CodeLines code={code} language={language} />
      </ScrollBox>
    </div>
  );
}
