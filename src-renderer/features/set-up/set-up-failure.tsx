import type { SetUpOffer } from "../../../src-preload/model/settings.ts";

/** Why the last set-up came to nothing, with its way out. */
export function SetUpFailure({ offer }: { readonly offer: SetUpOffer | null }) {
  if (!offer?.failure) return null;
  return (
    <p className="problem" role="alert">
      {offer.failure.message}
    </p>
  );
}
