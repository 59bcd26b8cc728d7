import type { StepEvent } from "../../agent/ports.ts";
import { signed } from "./authorship.ts";
import type { WireTools } from "./fit-tools.ts";
import { isObject } from "./json.ts";

/** What the model said in the names that the app and its servers know, each thought with its author. */
export function toOriginal(event: StepEvent, tools: WireTools, author: string): StepEvent {
  switch (event.type) {
    case "reasoning-end": {
      const data = isObject(event.providerData) ? event.providerData : {};
      return { ...event, providerData: signed(data, author) };
    }
    case "tool-call-start":
      return { ...event, name: tools.originalName(event.name) };
    case "tool-call":
      return originalCall(event, tools);
    default:
      return event;
  }
}

type Call = Extract<StepEvent, { type: "tool-call" }>;

function originalCall(event: Call, tools: WireTools): Call {
  const name = tools.originalName(event.name);
  if (event.arguments === null || !tools.hasOwnKeys(event.name)) return { ...event, name };
  const args = tools.originalArguments(event.name, event.arguments);
  return { ...event, name, arguments: args, argumentsText: JSON.stringify(args) };
}
