import { FolderOpen } from "lucide-react";
import { useState, type DragEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MAX_IMPORT_CHARS } from "../../../src-preload/contract/limits.ts";
import type { ImportPreview } from "../../../src-preload/model/server-import.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface ImportSourceProps {
  readonly onPreview: (preview: ImportPreview) => void;
  readonly onClose: () => void;
}

/** A file that is chosen, dropped, or pasted as text. */
export function ImportSource({ onPreview, onClose }: ImportSourceProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const [pasted, setPasted] = useState("");
  const [isTooLarge, setTooLarge] = useState(false);

  const look = (fileName: string, read: () => Promise<string>): void =>
    void run(async () => client.previewServerImport({ fileName, text: await read() }), onPreview);
  const take = (file: File): void => {
    // A character takes a byte at least: what is larger than this main would refuse unread.
    setTooLarge(file.size > MAX_IMPORT_CHARS);
    if (file.size <= MAX_IMPORT_CHARS) look(file.name, () => file.text());
  };
  const choose = (): void =>
    void run(
      () => client.chooseServerImport(),
      (preview) => preview && onPreview(preview),
    );
  const problem = isTooLarge ? t("serverImport.tooLarge") : failure?.message;

  return (
    <>
      <p className="muted">{t("serverImport.lead")}</p>
      <DropPlace onFile={take}>
        <span>{t("serverImport.drop")}</span>
        <Button icon={FolderOpen} disabled={busy} onClick={choose}>
          {t("serverImport.choose")}
        </Button>
      </DropPlace>
      <TextArea
        label={t("serverImport.paste")}
        rows={3}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button
          disabled={busy || pasted.trim() === ""}
          onClick={() => look(t("serverImport.pasted"), async () => pasted)}
        >
          {t("serverImport.pasteLook")}
        </Button>
      </div>
    </>
  );
}

interface DropPlaceProps {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** The button inside does the same by keyboard. */
function DropPlace({ onFile, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={isOver ? "drop-place over" : "drop-place"}
      data-testid="drop-place"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
