import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { KeyCap } from "./key-cap.tsx";

/** How long the pointer rests before a tooltip shows, in milliseconds: long enough not to flicker in passing. */
const TOOLTIP_DELAY_MS = 500;

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Radix.Provider delayDuration={TOOLTIP_DELAY_MS}>{children}</Radix.Provider>;
}

interface TooltipProps {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly children: ReactNode;
}

export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {keys && <KeyCap keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
