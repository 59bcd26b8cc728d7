import { useTranslation } from "react-i18next";
import { useApp } from "../../state/window-state-context.tsx";
import { BeginSetUp, StopSetUp } from "../set-up/set-up-buttons.tsx";
import { SetUpFailure } from "../set-up/set-up-failure.tsx";
import { SetUpProgress } from "../set-up/set-up-progress.tsx";
import { offerWords } from "../set-up/set-up-words.ts";

/** In the browser server's card, while it has no browser: what it takes, or how far it is (M25). */
export function BrowserSetUp() {
  const { t } = useTranslation();
  const runtime = useApp((app) => app.runtime);
  if (runtime.state === "installing") {
    return (
      <div className="srv-part">
        <SetUpProgress status={runtime} title={t(`setUp.phase.${runtime.phase}`)} />
        <div className="srv-acts">
          <StopSetUp status={runtime} />
        </div>
      </div>
    );
  }
  if (runtime.state === "ready" || !runtime.setUp) return null;
  return (
    <>
      <p className="srv-line faint num">{offerWords(t, runtime.setUp)}</p>
      <SetUpFailure offer={runtime.setUp} />
      <div className="srv-acts">
        <BeginSetUp state={runtime.state} offer={runtime.setUp} />
      </div>
    </>
  );
}
