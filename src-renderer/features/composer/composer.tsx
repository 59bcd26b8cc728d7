import { Square } from "lucide-react";
import { useEffect, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { hasOwnModel } from "../../state/own-models.ts";
import { useApp, useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { COMPOSER_ID, focusComposer } from "./focus-composer.ts";
import { ModelPicker } from "./model-picker.tsx";
import { useSend } from "./use-send.ts";
import { WindowMeter } from "./window-meter.tsx";

/** Where the person writes. Text is never lost: it stays here until main has it on disk (D2). */
export function Composer() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const conversationId = useConversationId();
  const { draft, model, isRunning, obstacle, failure, send } = useSend();
  useEffect(focusComposer, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isPlainEnter) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer-wrap" data-region="composer">
      {failure && (
        <p className="problem composer-problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="composer">
        {model ? (
          <textarea
            id={COMPOSER_ID}
            aria-label={t("composer.message")}
            placeholder={t(isRunning ? "composer.placeholderRunning" : "composer.placeholder")}
            value={draft}
            onChange={(event) => actions.setDraft(conversationId, event.target.value)}
            onKeyDown={onKeyDown}
          />
        ) : (
          <NoModel />
        )}
        <div className="tools">
          <ModelPicker />
          <WindowMeter />
          <span className="grow" />
          <Button
            small
            variant={isRunning ? "ghost" : "primary"}
            keys="↵"
            disabled={obstacle !== null}
            title={t(`composer.${obstacle ?? (isRunning ? "queueHint" : "sendHint")}`)}
            onClick={send}
          >
            {t(isRunning ? "composer.queue" : "composer.send")}
          </Button>
          {isRunning && <StopButton />}
        </div>
      </div>
    </div>
  );
}

function StopButton() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const keysOf = useKeyWords();
  return (
    <Button
      small
      icon={Square}
      iconFilled
      keys={keysOf("stopTurn")}
      title={t("composer.stopHint")}
      onClick={() => void actions.attempt(() => client.stopTurn({ conversationId }))}
    >
      {t("composer.stop")}
    </Button>
  );
}

/** In place of the text while no model could answer it. */
function NoModel() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const hasModels = useApp(({ settings }) => hasOwnModel(settings));
  return (
    <div className="no-model">
      <p className="grow">{t(hasModels ? "composer.chooseFirst" : "composer.connectFirst")}</p>
      {!hasModels && (
        <Button small onClick={() => actions.openSettings("models")}>
          {t("composer.connectNow")}
        </Button>
      )}
    </div>
  );
}
