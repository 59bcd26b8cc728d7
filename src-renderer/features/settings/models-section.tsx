import { Cpu } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelConnection, Settings } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { isOwnModel } from "../../state/own-models.ts";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import { modelName, modelPlace } from "../composer/model-name.ts";
import type { HostedProvider } from "../onboarding/model-draft.ts";
import { ModelForm } from "../onboarding/model-form.tsx";
import { OllamaFound } from "../onboarding/ollama-found.tsx";
import { ProviderChoice } from "../onboarding/provider-choice.tsx";
import { ModelFactsForm } from "./model-facts-form.tsx";

export function ModelsSection() {
  return (
    <>
      <ConnectedModels />
      <AddModel />
    </>
  );
}

function ConnectedModels() {
  const { t } = useTranslation();
  const models = useApp(({ settings }) => settings.models);
  return (
    <section>
      <h3 className="h2">{t("models.connected")}</h3>
      <p className="muted">{t("models.connectedHint")}</p>
      {!models.some(isOwnModel) && <p className="list-empty faint">{t("models.none")}</p>}
      <ul className="list">
        {models.map((model) => (
          <ModelRow key={model.id} model={model} />
        ))}
      </ul>
    </section>
  );
}

function ModelRow({ model }: { readonly model: ModelConnection }) {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const { run, busy, failure } = useRequest();
  const [showsFacts, setShowsFacts] = useState(false);
  const change = (request: () => Promise<Settings>): void => {
    void run(request, actions.settingsChanged);
  };
  return (
    <li className="li wraps">
      <Icon of={Cpu} className="faint" />
      <div className="grow">
        <p className="b cut">{modelName(t, model)}</p>
        <p className="t13 faint cut">
          {modelPlace(t, model)}. {t(`modelKey.${model.key}`)}
        </p>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </div>
      {isOwnModel(model) && (
        <>
          <FactsButton
            model={model}
            open={showsFacts}
            onToggle={() => setShowsFacts(!showsFacts)}
          />
          <OwnModelActions model={model} busy={busy} change={change} />
        </>
      )}
      {showsFacts && (
        <ModelFactsForm
          model={model}
          label={t("models.factsNamed", { name: modelName(t, model) })}
          onSaved={(settings) => {
            actions.settingsChanged(settings);
            setShowsFacts(false);
          }}
        />
      )}
    </li>
  );
}

interface FactsButtonProps {
  readonly model: ModelConnection;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function FactsButton({ model, open, onToggle }: FactsButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      small
      variant="ghost"
      aria-expanded={open}
      aria-label={t("models.factsNamed", { name: modelName(t, model) })}
      onClick={onToggle}
    >
      {t("models.facts")}
    </Button>
  );
}

interface OwnModelActionsProps {
  readonly model: ModelConnection;
  readonly busy: boolean;
  readonly change: (request: () => Promise<Settings>) => void;
}

function OwnModelActions({ model, busy, change }: OwnModelActionsProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const isDefault = useApp(({ settings }) => settings.defaultModelId === model.id);
  return (
    <>
      {isDefault ? (
        <span className="t13 muted">{t("models.isDefault")}</span>
      ) : (
        <Button
          small
          variant="ghost"
          disabled={busy}
          onClick={() => change(() => client.setDefaultModel({ modelId: model.id }))}
        >
          {t("models.makeDefault")}
        </Button>
      )}
      <Button
        small
        variant="ghost"
        disabled={busy}
        aria-label={t("models.forgetNamed", { name: modelName(t, model) })}
        onClick={() => change(() => client.forgetModel({ modelId: model.id }))}
      >
        {t("models.forget")}
      </Button>
    </>
  );
}

function AddModel() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const [provider, setProvider] = useState<HostedProvider>("anthropic");
  // A new form after each model, so that no key stays in the fields.
  const [formNumber, setFormNumber] = useState(1);
  return (
    <section className="sect">
      <h3 className="h2">{t("models.add")}</h3>
      <Card className="add-model">
        <ProviderChoice value={provider} onChange={setProvider} />
        {provider !== "ollama" && <OllamaFound onUse={() => setProvider("ollama")} />}
        <ModelForm
          key={formNumber}
          provider={provider}
          onConnected={(settings) => {
            actions.settingsChanged(settings);
            setFormNumber(formNumber + 1);
          }}
        />
      </Card>
    </section>
  );
}
