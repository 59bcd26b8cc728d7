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
  /** Whether another entry of this name is used: only the file tells the two apart. */
  readonly isTwice: boolean;
}

/** An entry of the file that could not be taken, with each reason and its line (M3). */
export function UnusableRow({ name, problems, isTwice }: UnusableRowProps) {
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
        {problems.map(({ line, message }) => (
          <p className="t13 words" key={`${line} ${message}`}>
            {visibleText(message)}
          </p>
        ))}
        <p className="t13 faint">
          {t(isTwice ? "ownServers.twiceHint" : "ownServers.unusableHint")}
        </p>
      </div>
      {!isTwice && (
        <IconButton
          icon={Trash2}
          label={t("ownServers.remove", { name: shown })}
          onClick={() => setRemoving(true)}
        />
      )}
      {isRemoving && <RemoveServerDialog name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}
