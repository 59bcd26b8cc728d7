import { AppError } from "../base/errors.ts";
import type { ModelPort, StepRequest } from "../agent/ports.ts";

/** Longest that a person waits for “Test and continue”, in milliseconds: a cold local model needs some. */
export const MODEL_TEST_LIMIT_MS = 20_000;

const ONE_WORD: StepRequest = {
  instructions: "You are asked whether you work. Answer with one word.",
  transcript: [{ role: "user", text: "Answer with the single word: ready" }],
  tools: [],
};

/**
 * Resolves when the model has begun to answer; the rest of the answer is not waited for, so that it
 * costs next to nothing. Throws the model's `AppError`, or `model-unreachable` after the limit; an
 * abort of the signal rejects with its reason.
 */
export async function testModel(
  model: ModelPort,
  signal: AbortSignal,
  limitMs = MODEL_TEST_LIMIT_MS,
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate(limitMs)), limitMs);
  try {
    await firstWord(model, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
  signal.throwIfAborted();
  late.signal.throwIfAborted();
}

async function firstWord(model: ModelPort, signal: AbortSignal): Promise<void> {
  for await (const event of model.stream(ONE_WORD, signal)) {
    if (event.type !== "text-start" && event.type !== "reasoning-start") return;
  }
}

function tooLate(limitMs: number): AppError {
  return new AppError(
    "model-unreachable",
    `The model did not begin to answer within ${limitMs / 1000} seconds; check the address, or try again when its server is less busy.`,
  );
}
