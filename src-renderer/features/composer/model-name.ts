import type { ModelConnection } from "../../../src-preload/model/settings.ts";
import type { Words } from "../../strings/i18n.ts";

export function modelName(t: Words, connection: ModelConnection): string {
  return connection.provider === "practice" ? t("models.practice") : connection.model;
}

/** Where a model answers: the provider, or the host of the address that was given. */
export function modelPlace(t: Words, { provider, baseUrl }: ModelConnection): string {
  if (provider === "practice") return t("models.inTheApp");
  if (baseUrl === null) return t(`models.${provider}`);
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
