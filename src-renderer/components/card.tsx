import type { ComponentProps } from "react";

interface CardProps extends ComponentProps<"section"> {
  /** Makes the card a group of this name for screen readers. */
  readonly group?: string;
}

export function Card({ group, className, ...rest }: CardProps) {
  return (
    <section
      {...(group === undefined ? {} : { role: "group", "aria-label": group })}
      {...rest}
      className={className ? `card ${className}` : "card"}
    />
  );
}

export function CardHead({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={className ? `card-head ${className}` : "card-head"} />;
}

export function CardPart(props: ComponentProps<"div">) {
  return <div {...props} className="card-part" />;
}

export function CardFoot(props: ComponentProps<"div">) {
  return <div {...props} className="card-foot" />;
}
