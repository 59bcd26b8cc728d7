import { Check } from "lucide-react";
import { Icon } from "./icon.tsx";

interface TickProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A choice that a button confirms. */
export function Tick({ label, on, onChange }: TickProps) {
  return (
    <button
      type="button"
      className="tick"
      role="checkbox"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
    >
      <Icon of={Check} />
    </button>
  );
}
