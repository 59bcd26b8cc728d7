import { useTranslation } from "react-i18next";
import { visibleText } from "../../components/visible-text.ts";

/** Sentences about tools that were left out or had to change their names. */
export function CatalogueProblems({ problems }: { readonly problems: readonly string[] }) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <ul className="srv-part t13 muted plain-list" aria-label={t("toolList.left")}>
      {problems.map((problem) => (
        <li key={problem}>{visibleText(problem)}</li>
      ))}
    </ul>
  );
}
