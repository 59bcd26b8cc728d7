import { Pencil, Server, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerEntryView } from "../../../src-preload/model/server-entry.ts";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Switch } from "../../components/switch.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { RemoveServerDialog } from "./remove-server-dialog.tsx";

interface OwnServerRowProps {
  readonly entry: ServerEntryView;
  readonly onEdit: () => void;
}

/** One server of the file: what it runs, where it stands, and whether it is used. */
export function OwnServerRow({ entry, onEdit }: OwnServerRowProps) {
  const { t } = useTranslation();
  const { client, ownServers } = useWindowState();
  const { run, failure } = useRequest();
  const [isRemoving, setRemoving] = useState(false);
  const name = visibleText(entry.name);
  const command = visibleText([entry.command, ...entry.args].join(" "));
  const use = (enabled: boolean): void =>
    void run(() => client.setServerEnabled({ name: entry.name, enabled }), ownServers.take);
  return (
    <li className="li">
      <Icon of={Server} className="faint" />
      <div className="grow">
        <p className="b cut" title={name}>
          {name}
        </p>
        <p className="mono faint cut" title={command}>
          {command}
        </p>
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
      </div>
      {!entry.enabled && <span className="t13 muted">{t("ownServers.off")}</span>}
      <span className="t13 faint num">{t("ownServers.line", { line: entry.line })}</span>
      <IconButton icon={Pencil} label={t("ownServers.edit", { name })} onClick={onEdit} />
      <IconButton
        icon={Trash2}
        label={t("ownServers.remove", { name })}
        onClick={() => setRemoving(true)}
      />
      <Switch label={t("ownServers.use", { name })} on={entry.enabled} onChange={use} />
      {isRemoving && <RemoveServerDialog name={entry.name} onClose={() => setRemoving(false)} />}
    </li>
  );
}
