import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../src-preload/model/server-import.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ImportChoices } from "./import-choices.tsx";
import { ImportSource } from "./import-source.tsx";

/** Takes servers over from another client's file: first what it would bring, then the choice (M4, S39). */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  return (
    <Dialog open shape="wide" title={t("serverImport.title")} onClose={onClose}>
      {preview ? (
        <ImportChoices
          key={preview.importId}
          preview={preview}
          onAnother={() => setPreview(null)}
          onClose={onClose}
        />
      ) : (
        <ImportSource onPreview={setPreview} onClose={onClose} />
      )}
    </Dialog>
  );
}
