import { Ellipsis, Pencil, ScrollText, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem, MenuLine } from "../../components/menu.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { InstructionsDialog } from "./instructions-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

interface ConversationMenuProps {
  readonly summary: ConversationSummary;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** What can be done with a conversation from the list. */
export function ConversationMenu({ summary, open, onOpenChange }: ConversationMenuProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<"rename" | "instructions" | "delete" | null>(null);
  const close = (): void => setAsking(null);
  return (
    <>
      <Menu
        align="end"
        open={open}
        onOpenChange={onOpenChange}
        trigger={
          <IconButton
            icon={Ellipsis}
            className="conv-more"
            side="right"
            label={t("conversation.more", { title: summary.title })}
          />
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setAsking("rename")}>
          {t("conversation.rename")}
        </MenuItem>
        <MenuItem icon={ScrollText} onSelect={() => setAsking("instructions")}>
          {t("instructions.open")}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking("delete")}>
          {t("conversation.delete")}
        </MenuItem>
      </Menu>
      {asking === "rename" && <RenameDialog summary={summary} onClose={close} />}
      {asking === "instructions" && (
        <InstructionsDialog conversationId={summary.id} onClose={close} />
      )}
      {asking === "delete" && <DeleteDialog summary={summary} onClose={close} />}
    </>
  );
}
