import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { Boundary } from "../components/boundary.tsx";
import { Button } from "../components/button.tsx";
import { TooltipProvider } from "../components/tooltip.tsx";
import { WindowStateProvider } from "../state/window-state-context.tsx";
import type { WindowState } from "../state/window-state.ts";
import { Frame } from "./frame.tsx";

/** The window from its state on: nothing until main has answered, then the frame. */
export function App({ state }: { readonly state: WindowState }) {
  useEffect(() => state.start(), [state]);
  const isRead = useStore(state.app, ({ app }) => app !== null);
  const failure = useStore(state.app, (slice) => slice.failure);
  return (
    <WindowStateProvider state={state}>
      <TooltipProvider>
        {isRead && (
          <Boundary fallback={<NotDrawn />}>
            <Frame />
          </Boundary>
        )}
        {!isRead && failure && (
          <NotRead message={failure.message} onRetry={() => void state.app.read()} />
        )}
      </TooltipProvider>
    </WindowStateProvider>
  );
}

/** Main has all that matters, so that a reload brings everything back. */
function NotDrawn() {
  const { t } = useTranslation();
  return <NotRead message={t("failure.notDrawn")} onRetry={() => window.location.reload()} />;
}

function NotRead(props: { readonly message: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="main alone not-read" role="alert">
      <p>{props.message}</p>
      <Button onClick={props.onRetry}>{t("thread.readAgain")}</Button>
    </main>
  );
}
