import { FileText, FolderOpen, GripVertical } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WrittenFile } from "../../../src-preload/model/tool-call.ts";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { useDragOut } from "../../components/use-drag-out.ts";
import { visibleText } from "../../components/visible-text.ts";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { fileSize } from "../../strings/format.ts";

/** What a call has left as files for the person: each can be dragged out, or shown in its folder (M22). */
export function WrittenFiles({ files }: { readonly files: readonly WrittenFile[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className="written" aria-label={t("writtenFiles.title")}>
      {files.map((file, index) => (
        <WrittenFileRow key={`${file.path}/${index}`} file={file} />
      ))}
    </ul>
  );
}

function WrittenFileRow({ file: { name, path, bytes } }: { readonly file: WrittenFile }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const drag = useDragOut(
    () => void actions.attempt(() => client.dragFiles({ conversationId, paths: [path] })),
  );
  const shown = visibleText(name);
  return (
    <li>
      <span className="drag" title={t("screenshot.dragHint")} {...drag}>
        <Icon of={GripVertical} />
        <Icon of={FileText} />
        <span className="cut">{shown}</span>
        <span className="faint num">{fileSize(t, bytes)}</span>
      </span>
      <IconButton
        icon={FolderOpen}
        label={t("savedFiles.inFolder", { name: shown })}
        onClick={() => void actions.attempt(() => client.showBrowserFile({ conversationId, path }))}
      />
    </li>
  );
}
