import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BrowserFiles } from "../../../src-preload/model/browser-files.ts";
import { Button } from "../../components/button.tsx";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { fileSize } from "../../strings/format.ts";
import { SavedFilesDialog } from "./saved-files-dialog.tsx";

/** How much the browser of this conversation has saved, and the way to it; nothing where it has not. */
export function SavedFilesRow({ calls }: { readonly calls: number }) {
  const { t } = useTranslation();
  const [files, setFiles] = useBrowserFiles(calls);
  const [isOpen, setOpen] = useState(false);
  if (files === null || (files.count === 0 && !isOpen)) return null;
  const isOver = files.totalBytes > files.budgetBytes;
  return (
    <>
      <div className="srv-row">
        <span className="t13 grow">
          {t("savedFiles.row", { size: fileSize(t, files.totalBytes) })}
        </span>
        <Button small onClick={() => setOpen(true)}>
          {t("savedFiles.show")}
        </Button>
      </div>
      {isOver && (
        <p className="srv-over t13 warn">
          {t("savedFiles.over", { size: fileSize(t, files.budgetBytes) })}
        </p>
      )}
      {isOpen && (
        <SavedFilesDialog files={files} onChange={setFiles} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Read anew after each call, by which there may be more. */
function useBrowserFiles(calls: number) {
  const { client } = useWindowState();
  const conversationId = useConversationId();
  const [files, setFiles] = useState<BrowserFiles | null>(null);
  useEffect(() => {
    let isWanted = true;
    client.listBrowserFiles({ conversationId }).then(
      (read) => isWanted && setFiles(read),
      // Then there is no telling how much it is, which hinders nobody.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [client, conversationId, calls]);
  return [files, setFiles] as const;
}
