import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useCover } from "./covers.ts";
import { isEscapeHeld } from "./held-escape.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `wide` is a box with room for what a machine wrote; `sheet` fills the window and shows its own title. */
  readonly shape?: "box" | "wide" | "sheet";
  /** Keys of the dialog's own, wherever in it the focus is. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

const shapes = { box: "dialog-box", wide: "dialog-box wide", sheet: "dialog-sheet" } as const;

/** What must be dealt with before the rest. Esc closes it, the focus comes back to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, shape = "box", onKeyDown, children } = props;
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        {shape !== "sheet" && <Radix.Overlay className="scrim" />}
        <Radix.Content
          className={shapes[shape]}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={(event) => {
            if (shape === "sheet" && isEscapeHeld()) event.preventDefault();
          }}
          onOpenAutoFocus={shape === "box" ? undefined : focusItself}
        >
          <Cover />
          <Radix.Title className={shape === "sheet" ? "vh" : "h2"}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What is long is read from its beginning: none of its buttons may be pressed by a key that came too early. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** Counts as lying over the thread for as long as the dialog is there. */
function Cover() {
  useCover();
  return null;
}
