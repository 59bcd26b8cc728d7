import type { ModelDraft, ModelPlaceDraft } from "../../../src-preload/contract/requests.ts";

export type HostedProvider = ModelDraft["provider"];

export interface TypedModel {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}

/** Whether the form asks for an address: of a service there is one, of Ollama a usual one. */
export function addressOf(provider: HostedProvider): "none" | "optional" | "needed" {
  if (provider === "openai-compatible") return "needed";
  return provider === "ollama" ? "optional" : "none";
}

/** What is missing before it makes sense to ask the model; null when nothing is. */
export function draftProblem(
  provider: HostedProvider,
  typed: TypedModel,
): "addressMissing" | "addressWrong" | "modelMissing" | null {
  return addressProblem(provider, typed) ?? (typed.model.trim() === "" ? "modelMissing" : null);
}

/** What is missing before it makes sense to look for models; null when nothing is. */
export function addressProblem(
  provider: HostedProvider,
  { address }: TypedModel,
): "addressMissing" | "addressWrong" | null {
  const typed = address.trim();
  if (addressOf(provider) === "none") return null;
  if (typed === "") return addressOf(provider) === "needed" ? "addressMissing" : null;
  return isWebAddress(typed) ? null : "addressWrong";
}

export function modelDraft(provider: HostedProvider, typed: TypedModel): ModelDraft {
  return { ...modelPlaceDraft(provider, typed), model: typed.model.trim() };
}

export function modelPlaceDraft(provider: HostedProvider, typed: TypedModel): ModelPlaceDraft {
  return {
    provider,
    baseUrl: addressOf(provider) === "none" ? null : typed.address.trim() || null,
    key: typed.key.trim() || null,
  };
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
}
