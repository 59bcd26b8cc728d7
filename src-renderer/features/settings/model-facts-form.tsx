import { useEffect, useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { noFacts, type ModelFacts } from "../../../src-preload/model/model-facts.ts";
import type { ModelConnection, Settings } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { draftOf, factsOf, type FactsDraft } from "./facts-draft.ts";

interface ModelFactsFormProps {
  readonly model: ModelConnection;
  readonly label: string;
  readonly onSaved: (settings: Settings) => void;
}

/** What the person says of their model: its window, its price, what it can do (M28). */
export function ModelFactsForm({ model, label, onSaved }: ModelFactsFormProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [draft, setDraft] = useState(() => draftOf(model.facts));
  const [isWrong, setWrong] = useState(false);
  const { run, busy, failure } = useRequest();
  const known = useKnownFacts(model);

  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    const facts = factsOf(draft);
    setWrong(facts === null);
    if (facts !== null) void run(() => client.setModelFacts({ modelId: model.id, facts }), onSaved);
  };
  const problem = isWrong ? t("models.factsWrong") : failure?.message;
  return (
    <form className="model-form model-facts" aria-label={label} onSubmit={save} noValidate>
      <p className="hint wide-field">{t("models.factsHint")}</p>
      <Figures draft={draft} known={known} onChange={setDraft} />
      <Ability name="vision" draft={draft} known={known.vision} onChange={setDraft} />
      <Ability name="tools" draft={draft} known={known.tools} onChange={setDraft} />
      <div className="form-foot wide-field">
        <Button type="submit" small disabled={busy}>
          {t("models.saveFacts")}
        </Button>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </form>
  );
}

interface FiguresProps {
  readonly draft: FactsDraft;
  readonly known: ModelFacts;
  readonly onChange: (draft: FactsDraft) => void;
}

function Figures({ draft, known, onChange }: FiguresProps) {
  const { t } = useTranslation();
  const figure = (name: "contextTokens" | "priceInput" | "priceOutput", value?: number | null) => ({
    label: t(`models.${name}`),
    placeholder: value == null ? t("models.notKnown") : String(value),
    inputMode: "decimal" as const,
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <Field className="wide-field" {...figure("contextTokens", known.contextTokens)} />
      <Field {...figure("priceInput", known.price?.input)} hint={t("models.pricePer")} />
      <Field {...figure("priceOutput", known.price?.output)} hint={t("models.pricePer")} />
    </>
  );
}

interface AbilityProps {
  readonly name: "vision" | "tools";
  readonly draft: FactsDraft;
  readonly known: boolean | null;
  readonly onChange: (draft: FactsDraft) => void;
}

function Ability({ name, draft, known, onChange }: AbilityProps) {
  const { t } = useTranslation();
  const asKnown = known === null ? "unknown" : known ? "yes" : "no";
  return (
    <div>
      <p className="label" aria-hidden>
        {t(`models.${name}`)}
      </p>
      <Segmented
        label={t(`models.${name}`)}
        value={draft[name]}
        onChange={(value) => onChange({ ...draft, [name]: value })}
        options={[
          { value: "known", word: t(`models.asKnown.${asKnown}`) },
          { value: "yes", word: t("models.yes") },
          { value: "no", word: t("models.no") },
        ]}
      />
    </div>
  );
}

/** What the app knows of the model with what the person has said before. */
function useKnownFacts({ id }: ModelConnection): ModelFacts {
  const { client } = useWindowState();
  const [known, setKnown] = useState(noFacts);
  useEffect(() => {
    let isShown = true;
    client.readModelFacts().then(
      (facts) => isShown && setKnown(facts[id] ?? noFacts),
      // The fields say then that nothing is known.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [client, id]);
  return known;
}
