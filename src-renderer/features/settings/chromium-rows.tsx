import { CircleCheck, Download, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RuntimeStatus, SetUpOffer } from "../../../src-preload/model/settings.ts";
import { Icon } from "../../components/icon.tsx";
import { BeginSetUp, StopSetUp } from "../set-up/set-up-buttons.tsx";
import { SetUpFailure } from "../set-up/set-up-failure.tsx";
import { SetUpProgress } from "../set-up/set-up-progress.tsx";
import { offerWords, type Installing } from "../set-up/set-up-words.ts";

type Ready = Extract<RuntimeStatus, { state: "ready" }>;
type Unusable = Exclude<RuntimeStatus, Ready | Installing>;

/** What is driven, and what is set up meanwhile. */
export function ChromiumRows({ runtime }: { readonly runtime: RuntimeStatus }) {
  switch (runtime.state) {
    case "ready":
      return <ReadyRow runtime={runtime} />;
    case "installing":
      return <InstallingRows runtime={runtime} />;
    case "not-installed":
    case "damaged":
    case "update-available":
      return <UnusableRow runtime={runtime} />;
  }
}

function ReadyRow({ runtime }: { readonly runtime: Ready }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="li">
        <Icon of={CircleCheck} className="ok" />
        <div className="grow">
          <p className="cut" title={runtime.browser}>
            {t("browser.inUse", { browser: runtime.browser })}
          </p>
          <p className="t13 faint">
            {t(`browser.source.${runtime.source}`)}{" "}
            {t("browser.server", { version: runtime.version })}
          </p>
        </div>
      </div>
      {runtime.setUp && <OwnChromiumRow offer={runtime.setUp} />}
    </>
  );
}

function OwnChromiumRow({ offer }: { readonly offer: SetUpOffer }) {
  const { t } = useTranslation();
  return (
    <div className="li">
      <Icon of={Download} className="faint" />
      <div className="grow">
        <p>{t("setUp.own")}</p>
        <p className="t13 faint">
          {t("setUp.ownHint")} {offerWords(t, offer)}
        </p>
        <SetUpFailure offer={offer} />
      </div>
      <BeginSetUp state="ready" offer={offer} />
    </div>
  );
}

function UnusableRow({ runtime }: { readonly runtime: Unusable }) {
  const { t } = useTranslation();
  const { setUp } = runtime;
  return (
    <div className="li">
      <Icon of={runtime.state === "damaged" ? TriangleAlert : Download} className="warn" />
      <div className="grow">
        <p className="b">{t(`runtime.${runtime.state}`)}</p>
        <p className="t13 muted">{runtime.reason}</p>
        {setUp && <p className="t13 faint num">{offerWords(t, setUp)}</p>}
        <SetUpFailure offer={setUp} />
      </div>
      {setUp && <BeginSetUp state={runtime.state} offer={setUp} primary />}
    </div>
  );
}

function InstallingRows({ runtime }: { readonly runtime: Installing }) {
  const { t } = useTranslation();
  const { browser, phase } = runtime;
  return (
    <div className="li set-up">
      <Icon of={Download} className="accent" />
      <div className="grow">
        <SetUpProgress status={runtime} title={t(`setUp.phase.${phase}`)} />
        <p className="t13 muted">
          {t(`setUp.step.${phase}`)} {browser !== null && t("setUp.meanwhile", { browser })}
        </p>
      </div>
      <StopSetUp status={runtime} />
    </div>
  );
}
