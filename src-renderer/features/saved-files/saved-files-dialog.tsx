import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BrowserFiles, SavedFile } from "../../../src-preload/model/browser-files.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Tick } from "../../components/tick.tsx";
import { useNow } from "../../components/use-now.ts";
import { useRequest } from "../../state/use-request.ts";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { fileSize, fullTime, shortWhen } from "../../strings/format.ts";
import { bytesOf, nameOf, offeredFiles } from "./chosen-files.ts";

/** The times are told by days and minutes. */
const RENEW_MS = 60_000;

interface SavedFilesDialogProps {
  readonly files: BrowserFiles;
  /** Told what is left after a removal. */
  readonly onChange: (files: BrowserFiles) => void;
  readonly onClose: () => void;
}

/** What the browser has saved, oldest first; the person chooses what goes, and says so twice (M22). */
export function SavedFilesDialog({ files, onChange, onClose }: SavedFilesDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(offeredFiles(files)));
  const toggle = (path: string, isOn: boolean): void =>
    setChosen(new Set(isOn ? [...chosen, path] : [...chosen].filter((each) => each !== path)));
  const now = useNow(RENEW_MS, true);
  const size = fileSize(t, files.totalBytes);
  const rest = files.count - files.files.length;
  return (
    <Dialog open title={t("savedFiles.title")} onClose={onClose}>
      <p className="muted">{t("savedFiles.what", { count: files.count, size })}</p>
      {files.totalBytes > files.budgetBytes && (
        <p className="warn">{t("savedFiles.offered", { size: fileSize(t, files.budgetBytes) })}</p>
      )}
      <ul className="list saved-files">
        {files.files.map((file) => (
          <FileRow
            key={file.path}
            file={file}
            now={now}
            isChosen={chosen.has(file.path)}
            onToggle={(isOn) => toggle(file.path, isOn)}
          />
        ))}
      </ul>
      {rest > 0 && <p className="t13 faint">{t("savedFiles.rest", { count: rest })}</p>}
      <DialogFoot
        files={files}
        chosen={chosen}
        onRemoved={(left) => {
          setChosen(new Set());
          onChange(left);
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface FileRowProps {
  readonly file: SavedFile;
  readonly now: number;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function FileRow({ file, now, isChosen, onToggle }: FileRowProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const { path, bytes, savedAt } = file;
  const name = nameOf(file);
  return (
    <li className="li">
      <Tick label={t("savedFiles.choose", { name })} on={isChosen} onChange={onToggle} />
      <span className="t13 grow cut" title={path}>
        {name}
      </span>
      <span className="t13 faint num">{fileSize(t, bytes)}</span>
      <span className="t13 faint num when" title={fullTime(savedAt)}>
        {shortWhen(savedAt, now)}
      </span>
      <IconButton
        icon={FolderOpen}
        label={t("savedFiles.inFolder", { name })}
        onClick={() => void actions.attempt(() => client.showBrowserFile({ conversationId, path }))}
      />
    </li>
  );
}

interface DialogFootProps {
  readonly files: BrowserFiles;
  readonly chosen: ReadonlySet<string>;
  readonly onRemoved: (left: BrowserFiles) => void;
  readonly onClose: () => void;
}

function DialogFoot({ files, chosen, onRemoved, onClose }: DialogFootProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const [isAsked, setAsked] = useState(false);
  if (isAsked && chosen.size > 0) {
    return (
      <Confirm files={files} chosen={chosen} onRemoved={onRemoved} onEnd={() => setAsked(false)} />
    );
  }
  return (
    <div className="dialog-foot">
      <Button
        variant="ghost"
        icon={FolderOpen}
        onClick={() =>
          void actions.attempt(() => client.showBrowserFile({ conversationId, path: null }))
        }
      >
        {t("savedFiles.folder")}
      </Button>
      <span className="grow" />
      <Button onClick={onClose}>{t("dialog.close")}</Button>
      <Button variant="danger" disabled={chosen.size === 0} onClick={() => setAsked(true)}>
        {t("savedFiles.remove")}
      </Button>
    </div>
  );
}

interface ConfirmProps extends Omit<DialogFootProps, "onClose"> {
  readonly onEnd: () => void;
}

/** Asked in the place of the button, so that the list of what goes stays in sight. */
function Confirm({ files, chosen, onRemoved, onEnd }: ConfirmProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const conversationId = useConversationId();
  const { run, busy, failure } = useRequest();
  const size = fileSize(t, bytesOf(files.files, chosen));
  const remove = (): void =>
    void run(
      () => client.removeBrowserFiles({ conversationId, paths: [...chosen] }),
      (left) => {
        onRemoved(left);
        onEnd();
      },
    );
  return (
    <>
      <p className="b ask-remove" role="alert">
        {t("savedFiles.sure", { count: chosen.size, size })}
      </p>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onEnd}>{t("savedFiles.keep")}</Button>
        <Button variant="danger" disabled={busy} onClick={remove}>
          {t("savedFiles.removeNow", { count: chosen.size })}
        </Button>
      </div>
    </>
  );
}
