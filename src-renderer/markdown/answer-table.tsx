import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { ScrollBox } from "../components/scroll-box.tsx";

/** A wide table scrolls by itself, so that the thread does not. */
export function AnswerTable({ children }: ComponentProps<"table">) {
  const { t } = useTranslation();
  return (
    <ScrollBox as="section" className="table-scroll" label={t("markdown.table")}>
      <table className="data">{children}</table>
    </ScrollBox>
  );
}
