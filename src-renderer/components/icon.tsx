import type { LucideIcon } from "lucide-react";

interface IconProps {
  readonly of: LucideIcon;
  readonly large?: boolean;
  /** Turns, for what is under way. */
  readonly spin?: boolean;
  readonly filled?: boolean;
  readonly className?: string | undefined;
}

/** A sign beside a word or on a named button; never the only carrier of a meaning. */
export function Icon({ of: Drawing, large, spin, filled, className }: IconProps) {
  const classes = ["i", large && "l", spin && "spin", filled && "fill", className];
  return <Drawing className={classes.filter(Boolean).join(" ")} aria-hidden />;
}
