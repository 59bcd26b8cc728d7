import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ToolDifference } from "../../../src-preload/model/catalogue.ts";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { changedPart } from "./changed-part.ts";

/** One field of a tool as it was and as it is, as text that cannot pass for anything else (S42). */
export function Difference({ difference }: { readonly difference: ToolDifference }) {
  const { field, before, after } = difference;
  const name = visibleText(field);
  // A count of further fields has no sides.
  if (before === null && after === null) return <p className="t13 faint">{name}</p>;
  const parts = before === null || after === null ? null : changedPart(shown(before), shown(after));
  return (
    <div className="diff">
      <h4 className="mono">{name}</h4>
      <Side of="was" field={name}>
        {parts ? (
          <Marked as="del" head={parts.head} text={parts.before} tail={parts.tail} />
        ) : (
          sideOf(before)
        )}
      </Side>
      <Side of="is" field={name}>
        {parts ? (
          <Marked as="ins" head={parts.head} text={parts.after} tail={parts.tail} />
        ) : (
          sideOf(after)
        )}
      </Side>
    </div>
  );
}

function shown(text: string): string {
  return visibleText(text, { lines: true });
}

function sideOf(text: string | null): string | null {
  return text === null ? null : shown(text);
}

interface SideProps {
  readonly of: "was" | "is";
  readonly field: string;
  /** Null where the field was not there, or is not any more. */
  readonly children: ReactNode;
}

function Side({ of, field, children }: SideProps) {
  const { t } = useTranslation();
  const side = t(`heldBack.${of}`);
  return (
    <div className="diff-side">
      <span className="t13 faint">{side}</span>
      {children === null ? (
        <span className="t13 muted">{t(of === "was" ? "heldBack.notThere" : "heldBack.gone")}</span>
      ) : (
        <ScrollBox as="pre" className="well" label={t("heldBack.textOf", { side, field })}>
          {children}
        </ScrollBox>
      )}
    </div>
  );
}

interface MarkedProps {
  readonly as: "del" | "ins";
  readonly head: string;
  readonly text: string;
  readonly tail: string;
}

function Marked({ as: Tag, head, text, tail }: MarkedProps) {
  return (
    <>
      {head}
      {text !== "" && <Tag>{text}</Tag>}
      {tail}
    </>
  );
}
