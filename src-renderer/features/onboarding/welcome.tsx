import { Compass, KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { Mark } from "../../components/mark.tsx";
import { hasOwnModel } from "../../state/own-models.ts";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import type { HostedProvider } from "./model-draft.ts";
import { ModelForm } from "./model-form.tsx";
import { OllamaFound } from "./ollama-found.tsx";
import { ProviderChoice } from "./provider-choice.tsx";
import { RuntimeLine } from "./runtime-line.tsx";

/** The ways to begin. */
export function Welcome() {
  const { t } = useTranslation();
  return (
    <div className="scroll">
      <div className="welcome">
        <div className="hello">
          <Mark large />
          <div className="grow">
            <h1 className="h1">{t("welcome.title")}</h1>
            <p className="lead">{t("welcome.lead")}</p>
          </div>
          <BeginButton />
        </div>
        <div className="ways">
          <HostedModel />
          <Tour />
        </div>
        <RuntimeLine />
      </div>
    </div>
  );
}

/** The short way for who has a model already. */
function BeginButton() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const hasModel = useApp(({ settings }) => hasOwnModel(settings));
  if (!hasModel) return null;
  return <Button onClick={() => void actions.newConversation()}>{t("welcome.begin")}</Button>;
}

function HostedModel() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const [provider, setProvider] = useState<HostedProvider>("anthropic");
  const titleId = useId();
  return (
    <Card className="way" aria-labelledby={titleId}>
      <div className="way-head">
        <Icon of={KeyRound} large />
        <h2 className="h2 grow" id={titleId}>
          {t("welcome.hosted")}
        </h2>
      </div>
      <ProviderChoice value={provider} onChange={setProvider} />
      <p className="muted">{t(`welcome.hostedBy.${provider}`)}</p>
      {provider !== "ollama" && <OllamaFound onUse={() => setProvider("ollama")} />}
      <ModelForm
        provider={provider}
        onConnected={(settings) => {
          actions.settingsChanged(settings);
          void actions.newConversation();
        }}
      />
    </Card>
  );
}

function Tour() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { run, busy, failure } = useRequest();
  const titleId = useId();
  return (
    <Card className="way" aria-labelledby={titleId}>
      <div className="way-head">
        <Icon of={Compass} large />
        <h2 className="h2 grow" id={titleId}>
          {t("welcome.tour")}
        </h2>
        <span className="t13 faint">{t("welcome.tourLength")}</span>
      </div>
      <p className="muted">{t("welcome.tourWhat")}</p>
      <ol className="tour-steps">
        <li>{t("welcome.tourStep1")}</li>
        <li>{t("welcome.tourStep2")}</li>
        <li>{t("welcome.tourStep3")}</li>
      </ol>
      <div className="way-foot">
        <Button disabled={busy} onClick={() => void run(() => client.startTour(), actions.show)}>
          {t("welcome.tourStart")}
        </Button>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </div>
    </Card>
  );
}
