import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends ComponentProps<"button"> {
  readonly icon: LucideIcon;
  /** Its name, for screen readers and in the tooltip. */
  readonly label: string;
  readonly keys?: string;
  /** Whether what it opens is open. */
  readonly on?: boolean;
  readonly side?: "top" | "right" | "bottom" | "left";
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, keys, on, side, className, children, ...rest } = props;
  const classes = ["btn ghost icon sm", on && "on", className];
  return (
    <Tooltip label={label} keys={keys} side={side ?? "bottom"}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={classes.filter(Boolean).join(" ")}
      >
        <Icon of={icon} />
        {children}
      </button>
    </Tooltip>
  );
}
