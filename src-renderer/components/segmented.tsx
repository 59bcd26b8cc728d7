interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly word: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice among few, all in sight. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  return (
    <fieldset className="seg" aria-label={props.label}>
      {props.options.map(({ value, word }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
