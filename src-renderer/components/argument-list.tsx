import { argumentText } from "./argument-text.ts";
import { visibleText } from "./visible-text.ts";

interface ArgumentListProps {
  /** First row, for the tool's own name. */
  readonly tool?: { readonly label: string; readonly name: string };
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly className?: string;
}

/** The arguments of a call in full, as text that cannot pass for anything else. */
export function ArgumentList({ tool, arguments: values, className }: ArgumentListProps) {
  return (
    <dl className={className ? `kv ${className}` : "kv"}>
      {tool && (
        <>
          <dt>{tool.label}</dt>
          <dd>{visibleText(tool.name)}</dd>
        </>
      )}
      {Object.entries(values).map(([name, value]) => (
        <Argument key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Argument({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{visibleText(name)}</dt>
      <dd>{argumentText(value)}</dd>
    </>
  );
}
