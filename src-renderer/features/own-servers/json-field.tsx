import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { visibleText } from "../../components/visible-text.ts";
import type { EditorFault } from "./use-server-editor.ts";

interface JsonFieldProps {
  readonly text: string;
  readonly faults: readonly EditorFault[];
  readonly onChange: (text: string) => void;
}

/** The entry as text, with its lines numbered; what is wrong leads to its line. */
export function JsonField({ text, faults, onChange }: JsonFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const placed = faults.filter(({ line }) => line !== undefined);
  const lines = text.split("\n");
  return (
    <div>
      <label className="label" htmlFor={id}>
        {t("serverJson.label")}
      </label>
      <div className="json-field">
        <ol className="json-lines" aria-hidden>
          {lines.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is its number
            <li key={index} className={isWrong(placed, index + 1) ? "is-wrong" : undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          ref={area}
          wrap="off"
          spellCheck={false}
          rows={lines.length}
          aria-invalid={placed.length > 0}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="hint" id={`${id}-hint`}>
        {t("serverJson.hint")}
      </p>
      {placed.length > 0 && (
        <div role="alert">
          <ul className="json-faults" aria-label={t("serverJson.faults")}>
            {placed.map(({ line = 1, field, message }) => (
              <li key={`${line} ${field} ${message}`}>
                <button
                  type="button"
                  className="problem"
                  onClick={() => area.current && goToLine(area.current, line)}
                >
                  {visibleText(
                    t(field === "" ? "serverJson.fault" : "serverJson.faultField", {
                      line,
                      field,
                      message,
                    }),
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function isWrong(faults: readonly EditorFault[], line: number): boolean {
  return faults.some((fault) => fault.line === line);
}

function goToLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
