import type { Failure } from "../../src-preload/model/failure.ts";
import { i18n } from "../strings/i18n.ts";

/** A request that main answered with an error: its code, and a sentence that the person may read (S17). */
export class BridgeError extends Error {
  readonly code: string;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "BridgeError";
    this.code = failure.code;
  }
}

/** What to show of anything that a request threw: main's sentence, or that main could not be reached. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BridgeError) return { code: error.code, message: error.message };
  return { code: "no-answer", message: i18n.t("failure.noAnswerFromApp") };
}
