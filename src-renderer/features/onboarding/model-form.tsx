import { LoaderCircle } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { SecretField } from "../../components/secret-field.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import {
  addressOf,
  draftProblem,
  modelDraft,
  type HostedProvider,
  type TypedModel,
} from "./model-draft.ts";
import { ModelNameField } from "./model-name-field.tsx";

interface ModelFormProps {
  readonly provider: HostedProvider;
  readonly onConnected: (settings: Settings) => void;
}

/** Connects a model once it has answered. What was typed stays when it has not. */
export function ModelForm({ provider, onConnected }: ModelFormProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [typed, setTyped] = useState({ address: "", key: "", model: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy, failure } = useRequest();

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const missing = draftProblem(provider, typed);
    setProblem(missing && t(`models.${missing}`));
    if (missing === null)
      void run(() => client.connectModel(modelDraft(provider, typed)), onConnected);
  };
  const set = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });

  return (
    <form className="model-form" onSubmit={submit} noValidate>
      <PlaceFields provider={provider} set={set} />
      <ModelNameField provider={provider} typed={typed} {...set("model")} />
      <KeyKeeping />
      <ConnectFoot busy={busy} problem={problem ?? failure?.message ?? null} />
    </form>
  );
}

interface PlaceFieldsProps {
  readonly provider: HostedProvider;
  readonly set: (name: keyof TypedModel) => {
    readonly value: string;
    readonly onChange: (event: { target: { value: string } }) => void;
  };
}

/** Where the model answers, and the key for it. */
function PlaceFields({ provider, set }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const address = addressOf(provider);
  const isService = provider !== "ollama" && provider !== "openai-compatible";
  return (
    <>
      {address !== "none" && (
        <Field
          className="wide-field"
          label={t("models.address")}
          placeholder={
            address === "optional" ? t("models.addressOllama") : "https://models.example/v1"
          }
          inputMode="url"
          {...set("address")}
        />
      )}
      <SecretField
        label={t("models.key")}
        placeholder={t(isService ? `models.keyOf.${provider}` : "models.keyIfNeeded")}
        {...set("key")}
      />
    </>
  );
}

/** Where a key goes, before one is typed. */
function KeyKeeping() {
  const { t } = useTranslation();
  const isEncrypted = useApp((app) => app.encryption === "available");
  return (
    <p className={isEncrypted ? "hint wide-field" : "hint wide-field warn"}>
      {t(isEncrypted ? "models.keyKept" : "models.keyThisRun")}
    </p>
  );
}

function ConnectFoot(props: { readonly busy: boolean; readonly problem: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="form-foot wide-field">
      <div className="row">
        <Button type="submit" variant="primary" disabled={props.busy}>
          {t("models.connect")}
        </Button>
        {props.busy && (
          <output className="state accent">
            <Icon of={LoaderCircle} spin />
            {t("models.testing")}
          </output>
        )}
      </div>
      {props.problem && (
        <p className="problem" role="alert">
          {props.problem}
        </p>
      )}
    </div>
  );
}
