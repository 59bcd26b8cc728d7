import { useEffect, useState, type RefObject } from "react";
import { useIsCovered } from "../../components/covers.ts";

/**
 * How long a card must have been in sight before it can be answered, in milliseconds: a key or a
 * click that was on its way when the card appeared was not meant for it.
 */
export const ANSWERABLE_AFTER_MS = 500;

/** Nearly all of it, since scrolled content is rarely at a whole pixel. */
const IN_SIGHT = 0.9;

/** True once the element has been in sight, with nothing over it, for {@link ANSWERABLE_AFTER_MS}. */
export function useArmed(element: RefObject<HTMLElement | null>): boolean {
  const isCovered = useIsCovered();
  const isInSight = useIsInSight(element);
  const isShown = isInSight && !isCovered;
  const [armed, setArmed] = useState(false);

  useEffect(() => {
    if (!isShown) return;
    let timer = startTimer(setArmed);
    // Whoever comes back to the window must see the card first, as if it were new.
    const onFocus = (): void => {
      clearTimeout(timer);
      setArmed(false);
      timer = startTimer(setArmed);
    };
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
      setArmed(false);
    };
  }, [isShown]);

  return armed && isShown;
}

function startTimer(setArmed: (armed: boolean) => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => setArmed(true), ANSWERABLE_AFTER_MS);
}

function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => setInSight((entries.at(-1)?.intersectionRatio ?? 0) >= IN_SIGHT),
      { threshold: IN_SIGHT },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return inSight;
}
