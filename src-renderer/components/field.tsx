import { useId, type ComponentProps, type ReactNode } from "react";

interface FieldProps extends ComponentProps<"input"> {
  readonly label: string;
  /** One line below, for example where the value is kept. */
  readonly hint?: ReactNode;
  /** A button inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A labelled line of text. */
export function Field({ label, hint, end, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="field">
        <input
          id={id}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...input}
        />
        {end}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
