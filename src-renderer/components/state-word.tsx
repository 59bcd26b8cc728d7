import type { LucideIcon } from "lucide-react";
import { Icon } from "./icon.tsx";

export type Tone = "quiet" | "accent" | "ok" | "warn" | "bad";

/** A state as it is shown: always a sign and a word. */
export interface StateLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly spin?: boolean;
  readonly filled?: boolean;
}

export function StateWord({ look, word }: { readonly look: StateLook; readonly word: string }) {
  return (
    <span className={`state ${look.tone}`}>
      <StateIcon look={look} />
      {word}
    </span>
  );
}

export function StateIcon({ look }: { readonly look: StateLook }) {
  return (
    <Icon
      of={look.icon}
      spin={look.spin ?? false}
      filled={look.filled ?? false}
      className={look.tone}
    />
  );
}
