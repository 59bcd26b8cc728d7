import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { useWindowState } from "../../state/window-state-context.tsx";

/** Offers the models of an Ollama that runs on this computer; nothing where none does (M28). */
export function OllamaFound({ onUse }: { readonly onUse: () => void }) {
  const { t } = useTranslation();
  const count = useLocalModels();
  if (count === 0) return null;
  return (
    <p className="ollama-found t13 muted">
      {t("models.ollamaFound", { count })}
      <Button small variant="ghost" onClick={onUse}>
        {t("models.useOllama")}
      </Button>
    </p>
  );
}

/** How many models it has; 0 until it has answered, and where nothing answers. */
function useLocalModels(): number {
  const { client } = useWindowState();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isShown = true;
    client.listModels({ provider: "ollama", baseUrl: null, key: null }).then(
      (names) => isShown && setCount(names.length),
      // Most computers have none, and nobody asked.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [client]);
  return count;
}
