import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** How many dialogs and sheets lie over the rest of the window. */
const covers = createStore(() => ({ count: 0 }));

function add(change: number): void {
  covers.setState(({ count }) => ({ count: count + change }));
}

/** Counts the component as a cover while it is shown. */
export function useCover(): void {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
}

/** Whether something lies over the window, so that what is below cannot be seen in full. */
export function useIsCovered(): boolean {
  return useStore(covers, ({ count }) => count > 0);
}
