import { X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { Button } from "../components/button.tsx";
import { IconButton } from "../components/icon-button.tsx";
import type { Notice } from "../state/app-store.ts";
import { useView, useWindowState } from "../state/window-state-context.tsx";

/** How long a notice stays, in milliseconds: twice what its longest sentences take to read. */
const NOTICE_MS = 12_000;

/** Sentences that need no decision. They go by themselves. */
export function Notices() {
  const { app } = useWindowState();
  const notices = useStore(app, (slice) => slice.notices);
  return (
    <output className="notices">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </output>
  );
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation();
  const { app, actions } = useWindowState();
  const { conversationId } = notice;
  const isElsewhere = useView(
    (view) => conversationId !== null && view.selectedId !== conversationId,
  );

  useEffect(() => {
    const timer = setTimeout(() => app.dismiss(notice.id), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [app, notice.id]);

  return (
    <span className="notice">
      <span className="grow words">{notice.message}</span>
      {isElsewhere && conversationId !== null && (
        <Button small variant="ghost" onClick={() => actions.select(conversationId)}>
          {t("notice.show")}
        </Button>
      )}
      <IconButton icon={X} label={t("dialog.close")} onClick={() => app.dismiss(notice.id)} />
    </span>
  );
}
