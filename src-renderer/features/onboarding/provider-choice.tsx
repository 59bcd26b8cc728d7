import { useTranslation } from "react-i18next";
import { Segmented } from "../../components/segmented.tsx";
import type { HostedProvider } from "./model-draft.ts";

const PROVIDERS = ["anthropic", "openai", "google", "ollama", "openai-compatible"] as const;

interface ProviderChoiceProps {
  readonly value: HostedProvider;
  readonly onChange: (provider: HostedProvider) => void;
}

export function ProviderChoice({ value, onChange }: ProviderChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segmented<HostedProvider>
      label={t("models.provider")}
      value={value}
      onChange={onChange}
      options={PROVIDERS.map((provider) => ({
        value: provider,
        word: t(`models.${provider}`),
      }))}
    />
  );
}
