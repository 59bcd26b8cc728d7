import { CircleCheck, Download, ShieldCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RuntimeStatus } from "../../../src-preload/model/settings.ts";
import { Icon } from "../../components/icon.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useApp } from "../../state/window-state-context.tsx";

type ReadyRuntime = Extract<RuntimeStatus, { state: "ready" }>;

export function BrowserSection() {
  const { t } = useTranslation();
  const runtime = useApp((app) => app.runtime);
  return (
    <section>
      <h3 className="h2">{t("settings.browser")}</h3>
      <p className="muted">{t("browser.hint")}</p>
      <div className="list">
        {runtime.state === "ready" ? (
          <ReadyRows runtime={runtime} />
        ) : (
          <div className="li">
            <Icon of={Download} className="warn" />
            <div className="grow">
              <p className="b">{t("runtime.missing")}</p>
              <p className="t13 muted">{runtime.reason}</p>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

function ReadyRows({ runtime }: { readonly runtime: ReadyRuntime }) {
  const { t } = useTranslation();
  const isOn = runtime.sandbox === "on";
  return (
    <>
      <div className="li">
        <Icon of={CircleCheck} className="ok" />
        <div className="grow">
          <p>{t("browser.inUse", { browser: runtime.browser })}</p>
          <p className="t13 faint">{t("browser.server", { version: runtime.version })}</p>
        </div>
      </div>
      <div className="li">
        <div className="grow">
          <p>{t("browser.sandbox")}</p>
          <p className="t13 faint">{t(isOn ? "browser.sandboxOn" : "browser.sandboxOff")}</p>
        </div>
        <StateWord
          look={isOn ? { icon: ShieldCheck, tone: "ok" } : { icon: TriangleAlert, tone: "warn" }}
          word={t(isOn ? "browser.on" : "browser.off")}
        />
      </div>
    </>
  );
}
