import { isDeepEqual } from "./is-deep-equal.ts";
import type {
  EnvDraft,
  EnvView,
  ServerDraft,
  ServerEntryView,
} from "../../../src-preload/model/server-entry.ts";

/** What a new entry begins with, and what holds for a member that is left out (M1). */
export const emptyDraft: ServerDraft = {
  command: "",
  args: [],
  env: {},
  secretEnv: [],
  cwd: "${workspace}",
  toolPrefix: "",
  enabled: true,
  parallel: false,
  startupTimeoutSeconds: 60,
  callTimeoutSeconds: 120,
  idleTimeoutSeconds: 1_800,
  stderrLevel: "warn",
  promptSection: null,
};

/** An entry as it would be saved without a change. */
export function draftOf(entry: ServerEntryView): ServerDraft {
  const { name: _name, line: _line, revision: _revision, env, ...same } = entry;
  const drafts = Object.entries(env).map(([name, view]) => [name, envDraftOf(view)] as const);
  return { ...same, env: Object.fromEntries(drafts) };
}

function envDraftOf(view: EnvView): EnvDraft {
  return view.kind === "hidden" ? { kind: "kept" } : view;
}

/** Whether another program, or the same in another way, would run than the one that was there (S39). */
export function runsOtherwise(before: ServerEntryView | null, draft: ServerDraft): boolean {
  return before === null || !isDeepEqual(whatRuns(draftOf(before)), whatRuns(draft));
}

function whatRuns({ command, args, cwd, env }: ServerDraft) {
  return { command, args, cwd, env };
}
