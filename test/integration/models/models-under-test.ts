import type {
  ModelPort,
  OfferedTool,
  StepEvent,
  StepRequest,
} from "../../../src-main/agent/ports.ts";
import { createModel, type ModelOptions } from "../../../src-main/models/create-model.ts";
import { png } from "../store/pictures.ts";
import type { ModelServer } from "../../fixtures/model-server/model-server.ts";

export const KEY = "sk-a-key-that-must-not-be-seen";

export const providers = ["anthropic", "openai", "google", "ollama", "openai-compatible"] as const;
export type Provider = (typeof providers)[number];

/** Where a call comes in one piece, and where the first event of an answer is its first word. */
export function callsComeWhole(provider: Provider): boolean {
  return provider === "google" || provider === "ollama";
}

export const clickTool: OfferedTool = {
  name: "browser_click",
  tool: "browser_click",
  server: "playwright",
  description: "Clicks an element",
  inputSchema: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
};

export const question: StepRequest = {
  instructions: "You work in a browser.",
  transcript: [{ role: "user", text: "Click the button" }],
  tools: [clickTool],
};

/** What a person types to reach the server by this provider. */
export function addressOf(server: ModelServer, provider: Provider): string {
  return provider === "openai-compatible" ? server.openAiUrl : server.url;
}

/** As good a picture as its header is looked at. */
export const PNG = png(1, 1);

/** Retries at once, and keeps how long it should have waited. */
export function modelAt(
  baseUrl: string,
  provider: Provider,
  options: Partial<ModelOptions> = {},
): ModelPort {
  return createModel(
    { provider, baseUrl, model: "model-1" },
    {
      key: KEY,
      readPicture: () => PNG,
      wait: () => Promise.resolve(),
      ...options,
    },
  );
}

/** All events of one answer. Rejects as the model does. */
export async function eventsOf(
  model: ModelPort,
  request = question,
  signal = new AbortController().signal,
): Promise<readonly StepEvent[]> {
  const events: StepEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** The deltas of one kind, put together. */
export function written(
  events: readonly StepEvent[],
  kind: "text-delta" | "reasoning-delta" | "tool-call-delta",
): string {
  return events.map((event) => (event.type === kind ? event.delta : "")).join("");
}

export function callsIn(events: readonly StepEvent[]) {
  return events.filter((event) => event.type === "tool-call");
}
