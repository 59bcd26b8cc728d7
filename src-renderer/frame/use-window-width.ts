import { useSyncExternalStore } from "react";
import { widthQueries, type WindowWidth } from "./layout.ts";

/** How much room the window has; changes with its size. */
export function useWindowWidth(): WindowWidth {
  return useSyncExternalStore(subscribe, windowWidth);
}

function windowWidth(): WindowWidth {
  if (matchMedia(widthQueries.wide).matches) return "wide";
  return matchMedia(widthQueries.middle).matches ? "middle" : "narrow";
}

function subscribe(onChange: () => void): () => void {
  const queries = Object.values(widthQueries).map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", onChange);
  return () => {
    for (const query of queries) query.removeEventListener("change", onChange);
  };
}
