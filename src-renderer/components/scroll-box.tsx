import type { ReactNode } from "react";

interface ScrollBoxProps {
  readonly as: "pre" | "section";
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Something that scrolls by itself; it can be reached, so that it can be scrolled with the keyboard. */
export function ScrollBox({ as: Tag, label, className, children }: ScrollBoxProps) {
  return (
    // By itself a `pre` may bear no name, and a screen reader would leave the label out.
    <Tag
      className={className}
      role={Tag === "pre" ? "group" : undefined}
      tabIndex={0}
      aria-label={label}
    >
      {children}
    </Tag>
  );
}
