import { AppWindow, CircleCheck, Download, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RuntimeStatus } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import { BeginSetUp, StopSetUp } from "../set-up/set-up-buttons.tsx";
import { SetUpFailure } from "../set-up/set-up-failure.tsx";
import { SetUpProgress } from "../set-up/set-up-progress.tsx";
import { offerWords, type Installing } from "../set-up/set-up-words.ts";

type Unusable = Exclude<RuntimeStatus, Installing | { state: "ready" }>;

/** Whether the browser is there: a word when it is, the way to it when it is not (M25). */
export function RuntimeLine() {
  const { t } = useTranslation();
  const runtime = useApp((app) => app.runtime);
  switch (runtime.state) {
    case "ready":
      return (
        <p className="runtime-line t13 faint">
          <Icon of={CircleCheck} className="ok" />
          {t("runtime.ready", { browser: runtime.browser })}
        </p>
      );
    case "installing":
      return <InstallingCard runtime={runtime} />;
    case "not-installed":
    case "damaged":
    case "update-available":
      return <UnusableCard runtime={runtime} />;
  }
}

function InstallingCard({ runtime }: { readonly runtime: Installing }) {
  const { t } = useTranslation();
  return (
    <>
      <Card className="setup" aria-label={t("setUp.name")}>
        <Icon of={AppWindow} large className="accent" />
        <div className="grow">
          <SetUpProgress
            status={runtime}
            title={t(
              runtime.phase === "downloading" ? "setUp.title" : `setUp.phase.${runtime.phase}`,
            )}
          />
        </div>
        <StopSetUp status={runtime} />
      </Card>
      <p className="setup-hint t13 faint">{t("setUp.beginMeanwhile")}</p>
    </>
  );
}

function UnusableCard({ runtime }: { readonly runtime: Unusable }) {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const { setUp } = runtime;
  return (
    <Card className="setup" aria-label={t("setUp.name")}>
      <Icon of={runtime.state === "damaged" ? TriangleAlert : Download} large className="warn" />
      <div className="grow">
        <p className="b">{t(`runtime.${runtime.state}`)}</p>
        <p className="muted">{runtime.reason}</p>
        <SetUpFailure offer={setUp} />
      </div>
      {setUp && <span className="t13 muted num">{offerWords(t, setUp)}</span>}
      {setUp && (
        <Button small variant="ghost" onClick={() => actions.openSettings("browser")}>
          {t("runtime.choose")}
        </Button>
      )}
      {setUp && <BeginSetUp state={runtime.state} offer={setUp} />}
    </Card>
  );
}
