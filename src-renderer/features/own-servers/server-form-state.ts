import type { DraftFault, EnvDraft, ServerDraft } from "../../../src-preload/model/server-entry.ts";
import type { Words } from "../../strings/i18n.ts";

/** One variable in the form. */
export interface EnvRow {
  /** Tells rows apart while their names are typed. */
  readonly id: number;
  readonly name: string;
  readonly value: EnvDraft;
  /** Whether its value is to be hidden although it is not named like a secret. */
  readonly isSecret: boolean;
}

/** An entry as it stands in the fields: what is typed need not be right yet. */
export interface ServerForm extends Omit<
  ServerDraft,
  "args" | "env" | "secretEnv" | "promptSection" | SecondsMember
> {
  /** One a line. */
  readonly argLines: string;
  /** Arguments that lines cannot hold, as one with a line end in it; they stay as they are. */
  readonly oddArgs: readonly string[] | null;
  readonly env: readonly EnvRow[];
  /** Names that are marked as secret and have no row. */
  readonly otherSecretEnv: readonly string[];
  readonly promptSection: string;
  readonly startupTimeoutSeconds: string;
  readonly callTimeoutSeconds: string;
  readonly idleTimeoutSeconds: string;
}

export type SecondsMember = "startupTimeoutSeconds" | "callTimeoutSeconds" | "idleTimeoutSeconds";

export const secondsMembers = [
  "startupTimeoutSeconds",
  "callTimeoutSeconds",
  "idleTimeoutSeconds",
] as const satisfies readonly SecondsMember[];

export function formOf(draft: ServerDraft): ServerForm {
  const { args, env, secretEnv, promptSection, ...same } = draft;
  const isOdd = args.some((arg) => arg === "" || /[\r\n]/.test(arg));
  const names = Object.keys(env);
  return {
    ...same,
    argLines: isOdd ? "" : args.join("\n"),
    oddArgs: isOdd ? args : null,
    env: Object.entries(env).map(([name, value], id) => ({
      id,
      name,
      value,
      isSecret: secretEnv.includes(name),
    })),
    otherSecretEnv: secretEnv.filter((name) => !names.includes(name)),
    promptSection: promptSection ?? "",
    startupTimeoutSeconds: String(draft.startupTimeoutSeconds),
    callTimeoutSeconds: String(draft.callTimeoutSeconds),
    idleTimeoutSeconds: String(draft.idleTimeoutSeconds),
  };
}

export type FormReading =
  | { readonly ok: true; readonly draft: ServerDraft }
  | { readonly ok: false; readonly faults: readonly DraftFault[] };

/** The draft that the fields hold, or what of them cannot even be one; the rest is main's to say. */
export function readForm(t: Words, form: ServerForm): FormReading {
  const faults = [...secondsFaults(t, form), ...envFaults(t, form.env)];
  if (faults.length > 0) return { ok: false, faults };
  const { argLines, oddArgs, otherSecretEnv, env, ...same } = form;
  const rows = env.filter(({ name }) => name !== "");
  const draft: ServerDraft = {
    ...same,
    args: oddArgs ?? argLines.split("\n").filter((line) => line !== ""),
    env: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
    secretEnv: [
      ...otherSecretEnv,
      ...rows.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ],
    promptSection: form.promptSection === "" ? null : form.promptSection,
    startupTimeoutSeconds: Number(form.startupTimeoutSeconds),
    callTimeoutSeconds: Number(form.callTimeoutSeconds),
    idleTimeoutSeconds: Number(form.idleTimeoutSeconds),
  };
  return { ok: true, draft };
}

function secondsFaults(t: Words, form: ServerForm): readonly DraftFault[] {
  const wrong = secondsMembers.filter((member) => !isNumber(form[member]));
  return wrong.map((field) => ({ field, message: t("serverForm.notSeconds") }));
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

function envFaults(t: Words, rows: readonly EnvRow[]): readonly DraftFault[] {
  const nameless = rows.some(({ name, value }) => name === "" && !isNothing(value));
  const twice = rows.filter(
    ({ name }, index) => name !== "" && rows.findIndex((row) => row.name === name) !== index,
  );
  return [
    ...(nameless ? [{ field: "env", message: t("serverForm.nameless") }] : []),
    ...twice.map(({ name }) => ({ field: `env.${name}`, message: t("serverForm.twice") })),
  ];
}

function isNothing(value: EnvDraft): boolean {
  return value.kind === "value" && value.value === "";
}
