/** The parts of the window that F6 goes through, in this order. */
const regionNames = ["sidebar", "thread", "composer", "panel"] as const;

/** What in a region can be given the focus, the most useful first. */
const targets: Readonly<Record<(typeof regionNames)[number], string>> = {
  sidebar: '[aria-current="page"], button',
  thread: '[role="log"]',
  composer: "textarea, button",
  panel: "button",
};

/** Moves the focus to the next region that is shown, or the one before. */
export function focusRegion(by: 1 | -1): void {
  const shown = regionNames.flatMap((name) => {
    const element = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    return element ? [{ name, element }] : [];
  });
  if (shown.length === 0) return;
  const current = shown.findIndex(({ element }) => element.contains(document.activeElement));
  const start = current === -1 && by === -1 ? 0 : current;
  const next = shown[(start + by + shown.length) % shown.length];
  if (!next) return;
  const target = next.element.querySelector<HTMLElement>(targets[next.name]);
  (target ?? next.element).focus();
}
