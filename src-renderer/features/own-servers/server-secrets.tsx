import { KeyRound, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerList, ServerSecret } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import { DeleteSecretDialog } from "./delete-secret-dialog.tsx";
import { missingSecrets, type MissingSecret } from "./named-secrets.ts";
import { SecretForm } from "./secret-form.tsx";

/** Secrets by name: a value goes in and never comes out (S36). */
export function ServerSecrets({ list }: { readonly list: ServerList }) {
  const { t } = useTranslation();
  const { secrets, setSecrets, failure } = useSecrets(list);
  // A new form after each secret, so that no value stays in its fields.
  const [form, setForm] = useState({ round: 1, name: "" });
  const isEncrypted = useApp((app) => app.encryption === "available");
  const missing = missingSecrets(list.entries, secrets ?? []);
  return (
    <section className="sect">
      <h3 className="h2">{t("serverSecrets.title")}</h3>
      <p className="muted">{t("serverSecrets.hint")}</p>
      <p className="muted">{t("serverSecrets.short")}</p>
      {!isEncrypted && <p className="hint warn">{t("serverSecrets.this-run")}</p>}
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      {secrets?.length === 0 && missing.length === 0 && (
        <p className="list-empty faint">{t("serverSecrets.none")}</p>
      )}
      {(secrets ?? []).length + missing.length > 0 && (
        <ul className="list" aria-label={t("serverSecrets.title")}>
          {missing.map((secret) => (
            <MissingRow
              key={secret.name}
              secret={secret}
              onSet={() => setForm(({ round }) => ({ round: round + 1, name: secret.name }))}
            />
          ))}
          {secrets?.map((secret) => (
            <SecretRow key={secret.name} secret={secret} onChange={setSecrets} />
          ))}
        </ul>
      )}
      <div className="card add-secret">
        <h4 className="label">{t("serverSecrets.add")}</h4>
        <SecretForm
          key={form.round}
          name={form.name}
          onKept={(kept) => {
            setSecrets(kept);
            setForm(({ round }) => ({ round: round + 1, name: "" }));
          }}
        />
      </div>
    </section>
  );
}

/** Read anew with the servers, by whose entries they are used. */
function useSecrets(list: ServerList) {
  const { client } = useWindowState();
  const [secrets, setSecrets] = useState<readonly ServerSecret[] | null>(null);
  const { run, failure } = useRequest();
  useEffect(() => {
    void run(() => client.listServerSecrets(), setSecrets);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` is another one with each drawing
  }, [client, list]);
  return { secrets, setSecrets, failure };
}

function MissingRow(props: { readonly secret: MissingSecret; readonly onSet: () => void }) {
  const { t } = useTranslation();
  const { name, neededBy } = props.secret;
  return (
    <li className="li">
      <Icon of={TriangleAlert} className="warn" />
      <div className="grow">
        <p className="mono cut">{name}</p>
        <p className="t13 faint cut">
          <span className="warn">{t("serverSecrets.notSet")}</span>,{" "}
          {t("serverSecrets.missing", { servers: neededBy.join(", ") })}
        </p>
      </div>
      <Button small aria-label={t("serverSecrets.setNamed", { name })} onClick={props.onSet}>
        {t("serverSecrets.setNow")}
      </Button>
    </li>
  );
}

interface SecretRowProps {
  readonly secret: ServerSecret;
  readonly onChange: (secrets: readonly ServerSecret[]) => void;
}

function SecretRow({ secret, onChange }: SecretRowProps) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<"nothing" | "replacing" | "deleting">("nothing");
  const { name, kept, usedBy } = secret;
  const use =
    usedBy.length > 0
      ? t("serverSecrets.usedBy", { servers: usedBy.join(", ") })
      : t("serverSecrets.unused");
  return (
    <li className="li wrap">
      <Icon of={KeyRound} className="faint" />
      <div className="grow">
        <p className="mono cut">{name}</p>
        <p className="t13 faint cut">
          {t(`serverSecrets.${kept}`)}, {use}
        </p>
      </div>
      <Button
        small
        variant="ghost"
        aria-label={t("serverSecrets.replaceOf", { name })}
        aria-expanded={doing === "replacing"}
        onClick={() => setDoing(doing === "replacing" ? "nothing" : "replacing")}
      >
        {t("serverSecrets.replace")}
      </Button>
      <Button
        small
        variant="ghost"
        aria-label={t("serverSecrets.deleteOf", { name })}
        onClick={() => setDoing("deleting")}
      >
        {t("serverSecrets.delete")}
      </Button>
      {doing === "replacing" && (
        <SecretForm
          name={name}
          isFixed
          onKept={(secrets) => {
            setDoing("nothing");
            onChange(secrets);
          }}
        />
      )}
      {doing === "deleting" && (
        <DeleteSecretDialog
          secret={secret}
          onDeleted={onChange}
          onClose={() => setDoing("nothing")}
        />
      )}
    </li>
  );
}
