import { useTranslation } from "react-i18next";
import { visibleText } from "../../components/visible-text.ts";

export interface WhatRunsProps {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: readonly { readonly name: string; readonly isTakenAway: boolean }[];
  readonly cwd: string;
}

/**
 * What a server's entry would run, in full and as it is: nothing is cut, each argument stands by itself, and
 * hidden characters are written out (S39).
 */
export function WhatRuns({ command, args, variables, cwd }: WhatRunsProps) {
  const { t } = useTranslation();
  const title = args.length > 0 ? t("runConfirmation.args", { count: args.length }) : null;
  const names = variables.length > 0 ? t("runConfirmation.env", { count: variables.length }) : null;
  return (
    <dl className="what-runs">
      <dt>{t("runConfirmation.command")}</dt>
      <dd>
        <code>{visibleText(command)}</code>
      </dd>
      <dt>{title ?? t("runConfirmation.noArgs")}</dt>
      {args.length > 0 && (
        <dd>
          <ol aria-label={title ?? undefined}>
            {numbered(args).map(({ number, text }) => (
              <li key={number}>
                {text === "" ? (
                  <span className="t13 faint">{t("runConfirmation.empty")}</span>
                ) : (
                  <code>{visibleText(text)}</code>
                )}
              </li>
            ))}
          </ol>
        </dd>
      )}
      <dt>{names ?? t("runConfirmation.noEnv")}</dt>
      {variables.length > 0 && (
        <dd>
          <ul aria-label={names ?? undefined}>
            {variables.map(({ name, isTakenAway }) => (
              <li key={name}>
                <code>
                  {isTakenAway
                    ? t("runConfirmation.takenAway", { name: visibleText(name) })
                    : visibleText(name)}
                </code>
              </li>
            ))}
          </ul>
        </dd>
      )}
      <dt>{t("runConfirmation.folder")}</dt>
      <dd>
        <code>{visibleText(cwd)}</code>
      </dd>
    </dl>
  );
}

/** Arguments may be the same twice, and their order is what they are told apart by. */
function numbered(texts: readonly string[]) {
  return texts.map((text, index) => ({ number: index + 1, text }));
}
