import { useEffect } from "react";

/** How many parts of the window hold what Esc would throw away. */
let holders = 0;

/** While it holds, Esc does not close the sheet that the component is on: what was typed would be lost. */
export function useHoldsEscape(holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    holders += 1;
    return () => {
      holders -= 1;
    };
  }, [holds]);
}

export function isEscapeHeld(): boolean {
  return holders > 0;
}
