import { useTranslation } from "react-i18next";
import { Theme } from "../../../src-preload/model/settings.ts";
import { Segmented } from "../../components/segmented.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";

export function AppearanceSection() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const theme = useApp(({ settings }) => settings.theme);
  const { run, failure } = useRequest();
  return (
    <section>
      <h3 className="h2">{t("settings.appearance")}</h3>
      <div className="list">
        <div className="li">
          <div className="grow">
            <p>{t("appearance.theme")}</p>
            <p className="t13 faint">{t("appearance.themeHint")}</p>
          </div>
          <Segmented<Theme>
            label={t("appearance.theme")}
            value={theme}
            onChange={(chosen) =>
              void run(() => client.setTheme({ theme: chosen }), actions.settingsChanged)
            }
            options={Theme.options.map((value) => ({ value, word: t(`theme.${value}`) }))}
          />
        </div>
      </div>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
    </section>
  );
}
