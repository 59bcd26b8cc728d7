import { useState } from "react";
import { useTranslation } from "react-i18next";
import type {
  DraftFault,
  SaveServerResult,
  ServerDraft,
  ServerEntryView,
} from "../../../src-preload/model/server-entry.ts";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { draftOf, emptyDraft, runsOtherwise } from "./server-draft.ts";
import { formOf, readForm } from "./server-form-state.ts";
import { placedFaults, printDraft, readJson } from "./server-json.ts";

export type EditorMode = "form" | "json";

/** What is wrong with one member; its line where the entry is written as JSON. */
export interface EditorFault extends DraftFault {
  readonly line?: number;
}

/** One server while it is written, as fields or as JSON, and the way to save it. */
export function useServerEditor(now: ServerEntryView | null, onSaved: () => void) {
  const { t } = useTranslation();
  // What the person began with: what the file holds meanwhile is main's to compare.
  const [entry] = useState(now);
  const [name, setName] = useState(entry?.name ?? "");
  const [mode, setMode] = useState<EditorMode>("form");
  const [form, setForm] = useState(() => formOf(entry ? draftOf(entry) : emptyDraft));
  const [text, setText] = useState("");
  const [faults, setFaults] = useState<readonly EditorFault[]>([]);
  const [isTouched, setTouched] = useState(false);
  const [asked, setAsked] = useState<ServerDraft | null>(null);
  const { run, busy, failure } = useRequest();
  const { client, ownServers } = useWindowState();

  const touching =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      setTouched(true);
      set(value);
    };
  const reading = mode === "form" ? readForm(t, form) : readJson(t, text);

  const changeMode = (next: EditorMode): void => {
    if (next === mode) return;
    setFaults(reading.ok ? [] : reading.faults);
    if (!reading.ok) return;
    if (next === "form") setForm(formOf(reading.draft));
    else setText(printDraft(reading.draft));
    setMode(next);
  };

  const finish = (result: SaveServerResult): void => {
    setAsked(null);
    if (result.kind === "refused") {
      return setFaults(mode === "json" ? placedFaults(text, result.faults) : result.faults);
    }
    ownServers.take(result.servers);
    onSaved();
  };
  const confirm = (draft: ServerDraft): void => {
    const revision = entry?.revision ?? null;
    void run(() => client.saveServer({ name, revision, draft }), finish).then(() => setAsked(null));
  };
  const save = (): void => {
    setFaults(reading.ok ? [] : reading.faults);
    if (!reading.ok) return;
    if (runsOtherwise(entry, reading.draft)) setAsked(reading.draft);
    else confirm(reading.draft);
  };

  return {
    isNew: entry === null,
    name,
    setName: touching(setName),
    mode,
    setMode: changeMode,
    form,
    setForm: touching(setForm),
    text,
    setText: touching(setText),
    /** Whether anything was typed that would be lost. */
    isTouched,
    faults,
    /** Whether saving asks before another command may run. */
    isAsking: !reading.ok || runsOtherwise(entry, reading.draft),
    /** The draft that waits for the person's word; null for none. */
    asked,
    unask: () => setAsked(null),
    save,
    confirm,
    busy,
    failure,
  };
}
