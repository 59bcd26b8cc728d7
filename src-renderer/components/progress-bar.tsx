interface ProgressBarProps {
  readonly label: string;
  /** Null while there is no telling how far it is. */
  readonly percent: number | null;
}

/** How far something is; what it is and how long it takes stands in words beside it. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return <progress className="bar" aria-label={label} max={100} value={percent ?? undefined} />;
}
