import { useTranslation } from "react-i18next";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import type { Words } from "../../strings/i18n.ts";
import { wholeDuration } from "../../strings/format.ts";

interface Fact {
  readonly name: string;
  readonly value: string;
}

interface ServerFactsProps {
  readonly status: ServerStatus;
  readonly now: number;
}

export function ServerFacts({ status, now }: ServerFactsProps) {
  const { t } = useTranslation();
  const facts = serverFacts(t, status, now);
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is known of a server, in the order in which it is shown. */
export function serverFacts(t: Words, status: ServerStatus, now: number): readonly Fact[] {
  const { tools, startedAt, pid, calls, failedCalls, state } = status;
  const isUp = state === "running" && startedAt !== null;
  return [
    tools && { name: t("fact.tools"), value: String(tools.length) },
    isUp && { name: t("fact.up"), value: wholeDuration(t, now - startedAt) },
    pid !== null && { name: t("fact.process"), value: String(pid) },
    calls > 0 && { name: t("fact.calls"), value: callWords(t, calls, failedCalls) },
  ].filter((fact) => typeof fact === "object" && fact !== null);
}

function callWords(t: Words, calls: number, failed: number): string {
  return failed === 0 ? String(calls) : t("fact.callsFailed", { calls, failed });
}
