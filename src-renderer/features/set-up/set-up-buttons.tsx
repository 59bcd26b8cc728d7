import { Download, Pause, Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RuntimeStatus, SetUpOffer } from "../../../src-preload/model/settings.ts";
import { Button } from "../../components/button.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { beginWord, type Installing } from "./set-up-words.ts";

interface BeginSetUpProps {
  readonly state: RuntimeStatus["state"];
  readonly offer: SetUpOffer;
  readonly primary?: boolean;
}

/** Begins the set-up, or goes on with it; a download that was left can be given up. */
export function BeginSetUp({ state, offer, primary }: BeginSetUpProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { run, busy } = useRequest();
  const isLeft = offer.keptBytes > 0;
  return (
    <>
      <Button
        small
        icon={isLeft ? Play : Download}
        variant={primary ? "primary" : "plain"}
        disabled={busy}
        aria-label={t("setUp.of", { action: beginWord(t, state, offer) })}
        onClick={() => void run(() => actions.attempt(() => client.setUpBrowser()))}
      >
        {beginWord(t, state, offer)}
      </Button>
      {isLeft && <CancelSetUp keepDownload={false} />}
    </>
  );
}

/** Pause keeps what is here; only a download has something to keep. */
export function StopSetUp({ status }: { readonly status: Installing }) {
  return (
    <>
      {status.phase === "downloading" && <CancelSetUp keepDownload />}
      <CancelSetUp keepDownload={false} />
    </>
  );
}

function CancelSetUp({ keepDownload }: { readonly keepDownload: boolean }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { run, busy } = useRequest();
  const word = t(keepDownload ? "setUp.pause" : "setUp.cancel");
  return (
    <Button
      small
      {...(keepDownload ? { icon: Pause } : {})}
      variant={keepDownload ? "plain" : "ghost"}
      disabled={busy}
      aria-label={t("setUp.of", { action: word })}
      onClick={() =>
        void run(() => actions.attempt(() => client.cancelBrowserSetUp({ keepDownload })))
      }
    >
      {word}
    </Button>
  );
}
