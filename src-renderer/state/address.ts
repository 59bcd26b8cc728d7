/*
 * The selected conversation stands in the page's address after the #, so that a reload
 * (also after a crash of the window) shows it again. Nothing else is kept there.
 */

export function addressedConversation(): string | null {
  return window.location.hash.slice(1) || null;
}

/** Replaces the entry: the window has no history to go back in. */
export function addressConversation(conversationId: string | null): void {
  const hash = conversationId === null ? window.location.pathname : `#${conversationId}`;
  window.history.replaceState(null, "", hash);
}
