import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../bridge/bridge-error.ts";
import { Field } from "../../components/field.tsx";
import { useWindowState } from "../../state/window-state-context.tsx";
import {
  addressProblem,
  modelPlaceDraft,
  type HostedProvider,
  type TypedModel,
} from "./model-draft.ts";

interface ModelNameFieldProps {
  readonly provider: HostedProvider;
  readonly typed: TypedModel;
  readonly value: string;
  readonly onChange: (event: { target: { value: string } }) => void;
}

/** The model's name: chosen from those that the provider lists, or typed where it lists none. */
export function ModelNameField({ provider, typed, ...field }: ModelNameFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const { names, hint, look } = useModelNames(provider, typed);
  return (
    <>
      <Field
        label={t("models.modelName")}
        placeholder={t("models.modelExample")}
        list={names.length > 0 ? listId : undefined}
        hint={hint}
        onFocus={look}
        {...field}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

type Listing =
  | { readonly state: "none" | "looking" }
  | { readonly state: "listed"; readonly names: readonly string[] }
  | { readonly state: "failed"; readonly sentence: string };

/** Asks for the names once the person comes to the field, and again when the place has changed. */
function useModelNames(provider: HostedProvider, typed: TypedModel) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [found, setFound] = useState<{ place: string; listing: Listing }>(nowhere);
  const asked = useRef("");
  const draft = modelPlaceDraft(provider, typed);
  const place = JSON.stringify(draft);
  const listing = found.place === place ? found.listing : nowhere.listing;

  const look = (): void => {
    const needsKey = provider !== "ollama" && provider !== "openai-compatible";
    if (addressProblem(provider, typed) !== null || (needsKey && draft.key === null)) return;
    if (asked.current === place) return;
    asked.current = place;
    setFound({ place, listing: { state: "looking" } });
    // An answer that comes late is that of a place that nobody means any more.
    const settle = (settled: Listing): void => {
      if (asked.current === place) setFound({ place, listing: settled });
    };
    client.listModels(draft).then(
      (names) => settle({ state: "listed", names }),
      (error: unknown) => settle({ state: "failed", sentence: failureOf(error).message }),
    );
  };

  const names = listing.state === "listed" ? listing.names : [];
  return { names, look, hint: hintOf(listing) };

  function hintOf(of: Listing): string | undefined {
    if (of.state === "looking") return t("models.listing");
    if (of.state === "failed") return of.sentence;
    return names.length > 0 ? t("models.listed", { count: names.length }) : undefined;
  }
}

const nowhere = { place: "", listing: { state: "none" } } as const;
