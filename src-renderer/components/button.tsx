import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `primary` at most once a view, `ghost` for actions of second rank. */
  readonly variant?: "primary" | "ghost" | "danger" | "plain";
  readonly small?: boolean;
  readonly icon?: LucideIcon;
  readonly iconFilled?: boolean;
  /** The key that does the same. */
  readonly keys?: string;
}

export function Button(props: ButtonProps) {
  const { variant = "plain", small, icon, iconFilled, keys, className, children, ...rest } = props;
  const classes = ["btn", variant !== "plain" && variant, small && "sm", className];
  return (
    <button type="button" {...rest} className={classes.filter(Boolean).join(" ")}>
      {icon && <Icon of={icon} filled={iconFilled ?? false} />}
      {children}
      {keys && <KeyCap keys={keys} />}
    </button>
  );
}
