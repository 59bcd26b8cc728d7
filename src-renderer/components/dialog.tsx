import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useCover } from "./covers.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `sheet` fills the window and shows its own title. */
  readonly shape?: "box" | "sheet";
  /** Keys of the dialog's own, wherever in it the focus is. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** What must be dealt with before the rest. Esc closes it, the focus comes back to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, shape = "box", onKeyDown, children } = props;
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        {shape === "box" && <Radix.Overlay className="scrim" />}
        <Radix.Content
          className={`dialog-${shape}`}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={shape === "sheet" ? focusItself : undefined}
        >
          <Cover />
          <Radix.Title className={shape === "box" ? "h2" : "vh"}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A sheet is read from its beginning: none of its buttons is what it was opened for. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** Counts as lying over the thread for as long as the dialog is there. */
function Cover() {
  useCover();
  return null;
}
