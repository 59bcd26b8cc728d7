import { useTranslation } from "react-i18next";
import type { WindowMeter as Meter } from "../../../src-preload/model/model-view.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { useThread } from "../../state/window-state-context.tsx";
import { dollars, roundTokens, wholeNumber } from "../../strings/format.ts";
import type { Words } from "../../strings/i18n.ts";

/** From this part of the window on it is said that room gets scarce. */
const SCARCE_FROM = 0.85;

/** How much the model sees of what it can, and what the conversation has cost so far (M31). */
export function WindowMeter() {
  const { t } = useTranslation();
  const meter = useThread((thread) => thread.window);
  if (!meter) return null;
  const { usedTokens, contextTokens } = meter;
  const share = usedTokens / contextTokens;
  const used = roundTokens(usedTokens);
  const total = roundTokens(contextTokens);
  return (
    <span className={share >= SCARCE_FROM ? "meter warn" : "meter"} title={inFull(t, meter)}>
      <ProgressBar label={t("meter.name")} percent={Math.min(100, Math.round(share * 100))} />
      <span>
        <span className="wide">{t("meter.sees")} </span>
        <span className="num">{t("meter.of", { used, total })}</span>
        {meter.dollars !== null && (
          <span className="num faint"> {t("meter.cost", { cost: dollars(meter.dollars) })}</span>
        )}
      </span>
    </span>
  );
}

function inFull(t: Words, meter: Meter): string {
  const { usedTokens, contextTokens, shortenedResults, summarised } = meter;
  const sentences = [
    t("meter.inFull", { used: wholeNumber(usedTokens), total: wholeNumber(contextTokens) }),
    ...(shortenedResults > 0 ? [t("meter.shortened", { count: shortenedResults })] : []),
    ...(summarised ? [t("meter.summarised")] : []),
    ...(meter.dollars === null ? [] : [t("meter.costInFull", { cost: dollars(meter.dollars) })]),
  ];
  return sentences.join(" ");
}
