import { useTranslation } from "react-i18next";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { percent, progressWords, type Installing } from "./set-up-words.ts";

interface SetUpProgressProps {
  readonly status: Installing;
  readonly title: string;
}

/** A title, how far it is in words, and the same as a bar. */
export function SetUpProgress({ status, title }: SetUpProgressProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="row wrap">
        <span className="b">{title}</span>
        <span className="grow" />
        <span className="t13 muted num">{progressWords(t, status)}</span>
      </div>
      <ProgressBar label={t("setUp.download")} percent={percent(status)} />
    </>
  );
}
