import type { Failure } from "../model/failure.ts";

/** How an answer crosses: a rejected `invoke` would lose the error's code. */
export type Envelope<T> = { ok: true; value: T } | { ok: false; error: Failure };
