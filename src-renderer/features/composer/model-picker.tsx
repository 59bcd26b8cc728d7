import { ChevronDown, Cpu, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../../components/menu.tsx";
import { useApp, useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { modelName, modelPlace } from "./model-name.ts";
import { useConversationModel } from "./use-send.ts";

/** The model of this conversation, and the choice of another. */
export function ModelPicker() {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const models = useApp(({ settings }) => settings.models);
  const current = useConversationModel();
  const choose = (modelId: string): void => {
    void actions.attempt(() => client.chooseModel({ conversationId, modelId }));
  };
  return (
    <Menu
      side="top"
      trigger={
        <Button small variant="ghost" icon={Cpu} title={t("composer.model")}>
          <span className="cut">{current ? modelName(t, current) : t("composer.chooseModel")}</span>
          <Icon of={ChevronDown} />
        </Button>
      }
    >
      <MenuChoice
        value={current?.id ?? null}
        options={models.map((model) => ({
          value: model.id,
          word: modelName(t, model),
          note: modelPlace(t, model),
        }))}
        onChange={choose}
      />
      {models.length > 0 && <MenuLine />}
      <MenuItem icon={Plus} onSelect={() => actions.openSettings("models")}>
        {t("composer.connect")}
      </MenuItem>
    </Menu>
  );
}
