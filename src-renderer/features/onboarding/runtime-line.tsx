import { CircleCheck, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { useApp } from "../../state/window-state-context.tsx";

/** Whether the browser is there: a word when it is, the reason when it is not (M25). */
export function RuntimeLine() {
  const { t } = useTranslation();
  const runtime = useApp((app) => app.runtime);
  if (runtime.state === "ready") {
    return (
      <p className="runtime-line t13 faint">
        <Icon of={CircleCheck} className="ok" />
        {t("runtime.ready", { browser: runtime.browser })}
      </p>
    );
  }
  return (
    <Card className="setup" aria-label={t("runtime.name")}>
      <Icon of={Download} large className="warn" />
      <div className="grow">
        <p className="b">{t("runtime.missing")}</p>
        <p className="muted">{runtime.reason}</p>
      </div>
    </Card>
  );
}
