import { useId, type ComponentProps, type ReactNode } from "react";

interface TextAreaProps extends ComponentProps<"textarea"> {
  readonly label: string;
  /** One line below. */
  readonly hint?: ReactNode;
}

/** A labelled text of several lines; it grows with them. */
export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="area"
        spellCheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...area}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
