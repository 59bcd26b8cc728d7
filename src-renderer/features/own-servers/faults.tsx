import { useTranslation } from "react-i18next";
import { visibleText } from "../../components/visible-text.ts";
import type { EditorFault } from "./use-server-editor.ts";

interface FaultsOfProps {
  readonly faults: readonly EditorFault[];
  /** A member, with all that is inside it: `args` is also about `args[1]`. Empty for the name. */
  readonly field: string;
}

/** What is wrong with one member of the entry, below its field. */
export function FaultsOf({ faults, field }: FaultsOfProps) {
  const { t } = useTranslation();
  const own = faults.filter((fault) => fault.line === undefined && isAbout(fault.field, field));
  if (own.length === 0) return null;
  return (
    <div role="alert">
      {own.map(({ field: name, message }) => (
        <p className="problem" key={`${name} ${message}`}>
          {visibleText(t("serverForm.fault", { field: name, message }).trim())}
        </p>
      ))}
    </div>
  );
}

export function isAbout(fault: string, field: string): boolean {
  if (fault === field) return true;
  return field !== "" && (fault.startsWith(`${field}[`) || fault.startsWith(`${field}.`));
}
