import type { ReactNode } from "react";

interface ChipProps {
  /** Amber: it waits for the person. */
  readonly need?: boolean;
  readonly children: ReactNode;
}

/** A small fact. */
export function Chip({ need, children }: ChipProps) {
  return <span className={need ? "chip need" : "chip"}>{children}</span>;
}
