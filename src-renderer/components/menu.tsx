import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A menu under a button. */
export function Menu({ trigger, align = "start", side = "bottom", children, ...state }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...state}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly icon: LucideIcon;
  readonly danger?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={danger ? "menu-item danger" : "menu-item"} onSelect={onSelect}>
      <Icon of={icon} />
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  readonly options: readonly { readonly value: T; readonly word: string; readonly note?: string }[];
  readonly value: T | null;
  readonly onChange: (value: T) => void;
}

/** One of several; the chosen one carries a tick. */
export function MenuChoice<T extends string>({ options, value, onChange }: MenuChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup
      value={value ?? ""}
      onValueChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem className="menu-item" key={option.value} value={option.value}>
          <span className="menu-tick">
            <DropdownMenu.ItemIndicator>
              <Icon of={Check} />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className="cut">{option.word}</span>
          {option.note && <span className="faint cut">{option.note}</span>}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}
