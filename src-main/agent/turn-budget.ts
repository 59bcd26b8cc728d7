import type { Failure } from "../../src-preload/model/failure.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { LIMIT_PREFIX, noUsage, type Usage } from "../../src-preload/model/turn.ts";
import type { Clock } from "../base/clock.ts";
import { costOf, type ModelPrice } from "./model-limits.ts";

/** How far a turn goes by itself before it asks the person whether to go on (S59). */
export interface TurnLimits {
  /** Requests to the model. */
  readonly steps: number;
  /** Tokens sent and received, those from a cache included. */
  readonly tokens: number;
  /** What the provider charges, in US dollars; only where its prices are known. */
  readonly dollars: number;
  /** Time in which model and tools work, in milliseconds; waiting for the person does not count. */
  readonly workingMs: number;
  /** Calls of one tool with the same arguments, one right after the other. */
  readonly sameCall: number;
}

export const usualTurnLimits: TurnLimits = {
  // More than any errand that was measured took; a loop without end takes an hour to get there.
  steps: 200,
  // 200 steps with a window of 50,000 tokens each.
  tokens: 10_000_000,
  // What nobody wants to find on a bill without having been asked.
  dollars: 10,
  workingMs: 2 * 60 * 60 * 1_000,
  // Paging by key or by button repeats itself on purpose, but not for ever.
  sameCall: 20,
};

/** Counts what one turn has used up. */
export class TurnBudget {
  readonly #limits: TurnLimits;
  readonly #price: ModelPrice | null;
  readonly #clock: Clock;
  readonly #begun: number;
  #steps = 0;
  #usage: Usage = noUsage;
  #lastCall = { key: "", times: 0 };
  #waits = 0;
  #waitingSince = 0;
  #waitedMs = 0;

  constructor(limits: TurnLimits, price: ModelPrice | null, clock: Clock) {
    this.#limits = limits;
    this.#price = price;
    this.#clock = clock;
    this.#begun = clock();
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** A request to the model begins. */
  takeStep(): void {
    this.#steps += 1;
  }

  spend(usage: Usage): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + usage.inputTokens,
      outputTokens: this.#usage.outputTokens + usage.outputTokens,
      cachedInputTokens: this.#usage.cachedInputTokens + usage.cachedInputTokens,
    };
  }

  /** From now on the person is waited for, until the function that it returns is called. */
  waitForPerson(): () => void {
    if (this.#waits === 0) this.#waitingSince = this.#clock();
    this.#waits += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#waits -= 1;
      if (this.#waits === 0) this.#waitedMs += this.#since(this.#waitingSince);
    };
  }

  /** Why there is no further step; null when there may be one. */
  beforeStep(): Failure | null {
    const { steps } = this.#limits;
    if (this.#steps >= steps) return limit("steps", `This turn has taken ${steps} steps.`);
    return this.used();
  }

  /** Why this call is not run; null when it may be. */
  beforeCall(call: ToolCall): Failure | null {
    const key = JSON.stringify([call.name, call.arguments]);
    const times = key === this.#lastCall.key ? this.#lastCall.times + 1 : 1;
    this.#lastCall = { key, times };
    const { sameCall } = this.#limits;
    if (times <= sameCall) return this.used();
    const what = `The model has called ${call.name} ${sameCall} times in a row with the same arguments.`;
    return limit("same-call", what);
  }

  /** Why the turn may not go on, by what it has used; null when it may. */
  used(): Failure | null {
    const { tokens, dollars, workingMs } = this.#limits;
    const { inputTokens, outputTokens } = this.#usage;
    if (inputTokens + outputTokens >= tokens) {
      return limit("tokens", `This turn has used ${tokens.toLocaleString("en")} tokens.`);
    }
    if (this.#price && costOf(this.#usage, this.#price) >= dollars) {
      return limit("cost", `This turn has cost $${dollars}.`);
    }
    if (this.#workedMs() < workingMs) return null;
    return limit("time", `This turn has worked for ${Math.round(workingMs / 60_000)} minutes.`);
  }

  #workedMs(): number {
    const waiting = this.#waits > 0 ? this.#since(this.#waitingSince) : 0;
    return this.#since(this.#begun) - this.#waitedMs - waiting;
  }

  /** A clock that was set back makes no time. */
  #since(then: number): number {
    return Math.max(0, this.#clock() - then);
  }
}

function limit(which: string, what: string): Failure {
  const message = `${what} Look at what it has done so far; it goes on if you let it continue.`;
  return { code: LIMIT_PREFIX + which, message };
}
