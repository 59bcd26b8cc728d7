interface TickProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A choice that a button confirms. */
export function Tick({ label, on, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
