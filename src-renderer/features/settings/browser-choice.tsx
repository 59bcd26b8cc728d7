import { CircleCheck, FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstalledBrowser, Settings } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";

/** Which browser is driven: the app's own, or an installed one that the person chooses. */
export function BrowserChoice() {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const [found, setFound] = useState<readonly InstalledBrowser[] | null>(null);
  return (
    <section className="sect">
      <div className="row">
        <div className="grow">
          <h3 className="h2">{t("browserChoice.title")}</h3>
          <p className="muted">{t("browserChoice.hint")}</p>
        </div>
        <Button
          small
          disabled={busy}
          onClick={() => void run(() => client.listBrowsers(), setFound)}
        >
          {t(found === null ? "browserChoice.look" : "browserChoice.lookAgain")}
        </Button>
      </div>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <BrowserList found={found} />
    </section>
  );
}

/** Before anything was looked for, only what is chosen can be told. */
function BrowserList({ found }: { readonly found: readonly InstalledBrowser[] | null }) {
  const { t } = useTranslation();
  const chosen = useApp(({ settings }) => settings.browserExecutable);
  const isListed = found?.some(({ executable }) => executable === chosen) ?? false;
  return (
    <>
      <ul className="list">
        <BrowserRow
          executable={null}
          name={t("browserChoice.own")}
          place={t("browserChoice.ownHint")}
        />
        {chosen !== null && !isListed && (
          <BrowserRow executable={chosen} name={t("browserChoice.chosen")} place={chosen} />
        )}
        {found?.map(({ executable, name }) => (
          <BrowserRow key={executable} executable={executable} name={name} place={executable} />
        ))}
        <AnotherFileRow />
      </ul>
      {found?.length === 0 && <p className="list-empty faint">{t("browserChoice.none")}</p>}
    </>
  );
}

/** For a browser that stands nowhere where one is looked for: the system's own dialog asks for it. */
function AnotherFileRow() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { run, busy, failure } = useRequest();
  return (
    <li className="li">
      <div className="grow">
        <Button
          small
          icon={FolderOpen}
          variant="ghost"
          className="at-edge"
          disabled={busy}
          onClick={() => void run(() => client.chooseBrowserFile(), actions.settingsChanged)}
        >
          {t("browserChoice.file")}
        </Button>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </div>
    </li>
  );
}

interface BrowserRowProps {
  /** Null for the app's own. */
  readonly executable: string | null;
  readonly name: string;
  readonly place: string;
}

function BrowserRow({ executable, name, place }: BrowserRowProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { run, busy, failure } = useRequest();
  const isChosen = useApp(({ settings }) => settings.browserExecutable === executable);
  const choose = (): Promise<Settings> => client.chooseBrowser({ executable });
  return (
    <li className="li">
      <div className="grow">
        <p className="cut">{name}</p>
        <p className="t13 faint cut" title={place}>
          {place}
        </p>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </div>
      {isChosen ? (
        <StateWord look={{ icon: CircleCheck, tone: "ok" }} word={t("browserChoice.isChosen")} />
      ) : (
        <Button
          small
          variant="ghost"
          disabled={busy}
          aria-label={t("browserChoice.useNamed", { name })}
          onClick={() => void run(choose, actions.settingsChanged)}
        >
          {t("browserChoice.use")}
        </Button>
      )}
    </li>
  );
}
