import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { ArgumentList } from "../../components/argument-list.tsx";
import { Button } from "../../components/button.tsx";
import { CardFoot, CardPart } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { callJson, modelText, sentJson } from "./call-json.ts";
import { FullText } from "./full-text.tsx";

/** The open part of a card: why it failed, what was asked, what came back. */
export function CallDetails({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  const [asSent, setAsSent] = useState(false);
  return (
    <>
      <CallFailure call={call} />
      <CardPart>
        <p className="label">{t("callCard.arguments")}</p>
        <CallArguments call={call} />
        {call.result && <CallResult call={call} asSent={asSent} />}
      </CardPart>
      <CardFoot>
        <span className="mono faint cut">{visibleText(call.tool)}</span>
        <span className="grow" />
        {call.result && (
          <Button
            small
            variant="ghost"
            aria-pressed={asSent}
            className={asSent ? "on" : ""}
            onClick={() => setAsSent(!asSent)}
          >
            {t("callCard.asSent")}
          </Button>
        )}
        <CopyButton wide label={t("callCard.copyJson")} text={() => callJson(call)} />
      </CardFoot>
    </>
  );
}

function CallFailure({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  const isUnknown = call.state === "outcome-unknown";
  const reason = call.failure?.message ?? (isUnknown ? t("callCard.outcomeUnknown") : null);
  if (reason === null) return null;
  return (
    <CardPart>
      <dl className="todo">
        <dt>{t("callCard.why")}</dt>
        <dd>{reason}</dd>
      </dl>
    </CardPart>
  );
}

function CallArguments({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  if (call.state === "writing") {
    return <pre className="raw">{visibleText(call.argumentsText ?? "", { lines: true })}</pre>;
  }
  if (Object.keys(call.arguments).length === 0) {
    return <p className="t13 faint">{t("callCard.noArguments")}</p>;
  }
  return <ArgumentList arguments={call.arguments} />;
}

function CallResult({ call, asSent }: { readonly call: ToolCall; readonly asSent: boolean }) {
  const { t } = useTranslation();
  const text = asSent ? sentJson(call) : modelText(call.result?.model ?? []);
  return (
    <>
      <p className="label result-label">
        {t(asSent ? "callCard.resultAsSent" : "callCard.result")}
      </p>
      {text === "" ? (
        <p className="t13 faint">{t("callCard.noText")}</p>
      ) : (
        <ScrollBox as="pre" className="well result" label={t("callCard.result")}>
          {text}
        </ScrollBox>
      )}
      {!asSent && <FullText call={call} />}
      {call.result?.notes?.map((note) => (
        <p key={note} className="t13 faint">
          {visibleText(note)}
        </p>
      ))}
    </>
  );
}
