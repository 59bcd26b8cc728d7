import { lazy, memo, Suspense } from "react";
import { Boundary } from "../components/boundary.tsx";

const RichText = lazy(async () => ({ default: (await import("./rich-text.tsx")).RichText }));

interface AnswerProps {
  readonly text: string;
  /** Whether more is still coming. */
  readonly live: boolean;
}

/** What the model wrote, as Markdown; plain text until the parser is loaded, and where it fails. */
export const Answer = memo(function Answer({ text, live }: AnswerProps) {
  const plain = <div className="prose plain">{text}</div>;
  return (
    <Boundary fallback={plain}>
      <Suspense fallback={plain}>
        <RichText text={text} live={live} />
      </Suspense>
    </Boundary>
  );
});
