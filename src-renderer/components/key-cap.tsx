/** A key, as on the keyboard. Screen readers get it with the button's tooltip. */
export function KeyCap({ keys }: { readonly keys: string }) {
  return (
    <kbd className="kbd" aria-hidden>
      {keys}
    </kbd>
  );
}
