import {
  AppWindow,
  ArrowLeft,
  Contrast,
  Cpu,
  Hand,
  Info,
  Server,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { settingsSections, type SettingsSection } from "../../state/view-store.ts";
import { useView, useWindowState } from "../../state/window-state-context.tsx";
import { AboutSection } from "./about-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { ApprovalsSection } from "./approvals-section.tsx";
import { BrowserSection } from "./browser-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { ServersSection } from "./servers-section.tsx";

const icons: Readonly<Record<SettingsSection, LucideIcon>> = {
  models: Cpu,
  approvals: Hand,
  servers: Server,
  browser: AppWindow,
  appearance: Contrast,
  about: Info,
};

const views: Readonly<Record<SettingsSection, ComponentType>> = {
  models: ModelsSection,
  approvals: ApprovalsSection,
  servers: ServersSection,
  browser: BrowserSection,
  appearance: AppearanceSection,
  about: AboutSection,
};

/** The settings, over everything else until they are closed. */
export function SettingsSheet() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const section = useView((view) => view.settings);
  if (section === null) return null;
  const SectionView = views[section];
  return (
    <Dialog open shape="sheet" title={t("settings.name")} onClose={actions.closeSettings}>
      <div className="settings">
        <SettingsNav section={section} />
        <div className="settings-page">
          <header className="bar-top">
            <h2 className="title">{t(`settings.${section}`)}</h2>
            <span className="grow" />
            <span className="t13 faint">{t("settings.atOnce")}</span>
          </header>
          <div className="scroll">
            <div className="sheet">
              <SectionView />
            </div>
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function SettingsNav({ section }: { readonly section: SettingsSection }) {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  return (
    <nav className="sidebar" aria-label={t("settings.name")}>
      <div className="side-top">
        <IconButton
          icon={ArrowLeft}
          label={t("settings.back")}
          keys="Esc"
          onClick={actions.closeSettings}
        />
        <span className="name grow">{t("settings.name")}</span>
      </div>
      <ul className="nav">
        {settingsSections.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-current={each === section ? "page" : undefined}
              title={t(`settings.${each}`)}
              onClick={() => actions.openSettings(each)}
            >
              <Icon of={icons[each]} />
              <span className="word">{t(`settings.${each}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
