/** The id of the one composer that is shown. */
export const COMPOSER_ID = "composer";

/** Puts the focus where the person writes; nothing happens while no model could answer. */
export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
