import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ServerSecret } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { SecretField } from "../../components/secret-field.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

/** What can stand in `${secret:NAME}`. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

interface SecretFormProps {
  readonly name: string;
  /** Whether only the value of this one is asked for. */
  readonly isFixed?: boolean;
  /** Told all that are kept then. */
  readonly onKept: (secrets: readonly ServerSecret[]) => void;
}

/** Takes a secret's value in. */
export function SecretForm({ name: first, isFixed = false, onKept }: SecretFormProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const [name, setName] = useState(first);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<"wrongName" | "nothing" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Whoever has said which one goes on with its value.
    if (first !== "") form.current?.querySelector<HTMLElement>("[type=password]")?.focus();
  }, [first]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problemOf(name, value);
    setProblem(found);
    if (found === null) void run(() => client.setServerSecret({ name, value }), onKept);
  };
  return (
    <form className="secret-form" ref={form} noValidate onSubmit={submit}>
      {!isFixed && (
        <Field
          label={t("serverSecrets.name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <SecretField
        label={isFixed ? t("serverSecrets.replacing", { name }) : t("serverSecrets.value")}
        showLabel={t("serverSecrets.showValue")}
        hideLabel={t("serverSecrets.hideValue")}
        autoComplete="new-password"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" disabled={busy}>
        {t("serverSecrets.set")}
      </Button>
      {(problem ?? failure) && (
        <p className="problem" role="alert">
          {problem ? t(`serverSecrets.${problem}`) : failure?.message}
        </p>
      )}
    </form>
  );
}

function problemOf(name: string, value: string): "wrongName" | "nothing" | null {
  if (!NAME.test(name)) return "wrongName";
  return value === "" ? "nothing" : null;
}
