import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApprovalPreset, type StandingRule } from "../../../src-preload/model/approval.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import type { Words } from "../../strings/i18n.ts";

/** How much is asked, and what was answered for longer than one call. */
export function ApprovalsSection() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const preset = useApp(({ settings }) => settings.approvals ?? "usual");
  const { run, failure } = useRequest();
  return (
    <>
      <section>
        <h3 className="h2">{t("settings.approvals")}</h3>
        <div className="list">
          <div className="li">
            <div className="grow">
              <p>{t("approvals.preset")}</p>
              <p className="t13 faint">{t(`approvalPresetHint.${preset}`)}</p>
            </div>
            <Segmented<ApprovalPreset>
              label={t("approvals.preset")}
              value={preset}
              onChange={(chosen) =>
                void run(
                  () => client.setApprovalPreset({ preset: chosen }),
                  actions.settingsChanged,
                )
              }
              options={ApprovalPreset.options.map((value) => ({
                value,
                word: t(`approvalPreset.${value}`),
              }))}
            />
          </div>
        </div>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </section>
      <Rules />
    </>
  );
}

function Rules() {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [rules, setRules] = useState<readonly StandingRule[] | null>(null);
  const { run, failure } = useRequest();
  const read = () => void run(() => client.listApprovalRules(), setRules);
  // Read when the section is opened; the rules change by answers elsewhere.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(read, []);
  const forget = ({ key, conversationId }: StandingRule) =>
    void run(() => client.forgetApprovalRule({ key, conversationId }), read);
  return (
    <section>
      <h3 className="h2">{t("approvals.rules")}</h3>
      <p className="t13 faint">{t("approvals.rulesHint")}</p>
      {rules?.length === 0 && <p className="t13 muted">{t("approvals.none")}</p>}
      {rules && rules.length > 0 && (
        <ul className="list">
          {rules.map((rule) => (
            <RuleLine
              key={`${rule.key}/${rule.conversationId}`}
              rule={rule}
              forget={() => forget(rule)}
            />
          ))}
        </ul>
      )}
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
    </section>
  );
}

function RuleLine({ rule, forget }: { readonly rule: StandingRule; readonly forget: () => void }) {
  const { t } = useTranslation();
  const what = t(`approvals.${rule.decision}`, { what: subjectOf(t, rule) });
  return (
    <li className="li">
      <div className="grow">
        <p className="cut" title={what}>
          {what}
        </p>
        <p className="t13 faint">
          {t(rule.conversationId === null ? "approvals.everywhere" : "approvals.here")}
        </p>
      </div>
      <Button small aria-label={t("approvals.forgetNamed", { what })} onClick={forget}>
        {t("approvals.forget")}
      </Button>
    </li>
  );
}

function subjectOf(t: Words, { server, tool, site, risk }: StandingRule): string {
  if (site !== null) {
    if (risk === "upload") return t("approvals.aboutUploads", { site });
    return t(risk === "download" ? "approvals.aboutDownloads" : "approvals.aboutSite", { site });
  }
  return tool === null
    ? t("approvals.aboutServer", { server })
    : t("approvals.aboutTool", { tool, server });
}
