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
    <Tag className={className} tabIndex={0} aria-label={label}>
      {children}
    </Tag>
  );
}
