import { ShieldCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StateWord } from "../../components/state-word.tsx";
import { useApp } from "../../state/window-state-context.tsx";
import { BrowserChoice } from "./browser-choice.tsx";
import { ChromiumRows } from "./chromium-rows.tsx";

export function BrowserSection() {
  const { t } = useTranslation();
  const runtime = useApp((app) => app.runtime);
  return (
    <>
      <section>
        <h3 className="h2">{t("settings.browser")}</h3>
        <p className="muted">{t("browser.hint")}</p>
        <div className="list">
          <ChromiumRows runtime={runtime} />
          {runtime.state === "ready" && <SandboxRow isOn={runtime.sandbox === "on"} />}
        </div>
      </section>
      <BrowserChoice />
    </>
  );
}

function SandboxRow({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation();
  return (
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
  );
}
