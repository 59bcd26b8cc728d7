import type { ModelDraft } from "../../../src-preload/contract/requests.ts";

export type HostedProvider = ModelDraft["provider"];

export interface TypedModel {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}

/** What is missing before it makes sense to ask the model; null when nothing is. */
export function draftProblem(
  provider: HostedProvider,
  typed: TypedModel,
): "addressMissing" | "addressWrong" | "modelMissing" | null {
  if (provider === "openai-compatible") {
    if (typed.address.trim() === "") return "addressMissing";
    if (!isWebAddress(typed.address.trim())) return "addressWrong";
  }
  return typed.model.trim() === "" ? "modelMissing" : null;
}

export function modelDraft(provider: HostedProvider, typed: TypedModel): ModelDraft {
  return {
    provider,
    baseUrl: provider === "openai-compatible" ? typed.address.trim() : null,
    model: typed.model.trim(),
    key: typed.key.trim() || null,
  };
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
}
