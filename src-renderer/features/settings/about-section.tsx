import { useTranslation } from "react-i18next";
import { Mark } from "../../components/mark.tsx";
import { useApp } from "../../state/window-state-context.tsx";

export function AboutSection() {
  const { t } = useTranslation();
  const versions = useApp((app) => app.versions);
  const rows = [
    { name: t("app.name"), version: versions.app },
    { name: t("about.electron"), version: versions.electron },
    { name: t("about.browserServer"), version: versions.browserServer },
  ];
  return (
    <section>
      <div className="hello small">
        <Mark large />
        <div>
          <h3 className="h2">{t("app.name")}</h3>
          <p className="muted">{t("about.what")}</p>
        </div>
      </div>
      <ul className="list">
        {rows.map(({ name, version }) => (
          <li className="li" key={name}>
            <span className="grow">{name}</span>
            <span className="num muted">{version}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
