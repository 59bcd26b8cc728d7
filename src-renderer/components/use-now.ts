import { useCallback, useSyncExternalStore } from "react";

/** The time in milliseconds since 1970, in steps of `interval`; the component follows it while `active`. */
export function useNow(interval: number, active = true): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (!active) return () => undefined;
      const timer = setInterval(onTick, interval);
      return () => clearInterval(timer);
    },
    [interval, active],
  );
  // In steps, so that every look within one step sees the same time.
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / interval) * interval);
}
