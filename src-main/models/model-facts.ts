import {
  noFacts,
  type ModelFactOverrides,
  type ModelFacts,
} from "../../src-preload/model/model-facts.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";
import { writtenFacts } from "./model-data.ts";

/** What is known of a connection's model: the person's word first, then what is written down (M28). */
export function modelFacts(
  connection: Pick<ModelConnection, "provider" | "model" | "facts">,
): ModelFacts {
  if (connection.provider === "practice") return noFacts;
  // Local models have the names of their makers' but windows and prices of their own.
  const known = connection.provider === "ollama" ? noFacts : writtenFacts(connection.model);
  return withOverrides(known, connection.facts);
}

/** Each figure of the first, and where that knows none, of the second. */
export function firstKnown(facts: ModelFacts, others: ModelFacts): ModelFacts {
  return {
    contextTokens: facts.contextTokens ?? others.contextTokens,
    vision: facts.vision ?? others.vision,
    tools: facts.tools ?? others.tools,
    price: facts.price ?? others.price,
  };
}

function withOverrides(facts: ModelFacts, said: ModelFactOverrides | undefined): ModelFacts {
  return said === undefined ? facts : firstKnown({ ...noFacts, ...defined(said) }, facts);
}

function defined(said: ModelFactOverrides): Partial<ModelFacts> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
