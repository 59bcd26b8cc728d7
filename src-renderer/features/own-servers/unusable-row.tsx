import { Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerProblem } from "../../../src-preload/model/server-entry.ts";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { RemoveServerDialog } from "./remove-server-dialog.tsx";

interface UnusableRowProps {
  readonly name: string;
  readonly problems: readonly ServerProblem[];
}

/** An entry of the file that could not be taken, with each reason and its line (M3). */
export function UnusableRow({ name, problems }: UnusableRowProps) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const shown = visibleText(name);
  return (
    <li className="li top">
      <Icon of={TriangleAlert} className="bad" />
      <div className="grow">
        <p>
          <span className="b">{shown}</span> <span className="bad">{t("ownServers.unusable")}</span>
        </p>
        {problems.map((problem) => (
          <Problem key={`${problem.line} ${problem.field} ${problem.message}`} problem={problem} />
        ))}
        <p className="t13 faint">{t("ownServers.unusableHint")}</p>
      </div>
      <IconButton
        icon={Trash2}
        label={t("ownServers.remove", { name: shown })}
        onClick={() => setRemoving(true)}
      />
      {isRemoving && <RemoveServerDialog name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function Problem({ problem: { field, line, message } }: { readonly problem: ServerProblem }) {
  const { t } = useTranslation();
  const words = field
    ? t("ownServers.problemField", { line, field, message })
    : t("ownServers.problem", { line, message });
  return <p className="t13 words">{visibleText(words)}</p>;
}
