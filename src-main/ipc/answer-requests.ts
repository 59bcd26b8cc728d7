import { ipcMain } from "electron";
import type { Envelope } from "../../src-preload/contract/envelope.ts";
import { requestChannel } from "../../src-preload/contract/events.ts";
import { requests, type RequestName } from "../../src-preload/contract/requests.ts";
import { toDisposable, type Disposable } from "../base/disposable.ts";
import { AppError, messageOf, toFailure } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { Handlers } from "./handlers.ts";
import { isOurWindow } from "./sender-check.ts";

export interface AnswerOptions {
  readonly handlers: Handlers;
  /** Scheme and host of the window's own pages. */
  readonly appOrigin: string;
  readonly logger: Logger;
  /** Called before an answer goes out, so that it never overtakes an event. */
  readonly beforeAnswer: () => void;
}

/** Answers every request of the contract, and nothing else (S13 to S17). */
export function answerRequests(options: AnswerOptions): Disposable {
  const names = Object.keys(requests) as RequestName[];
  for (const name of names) {
    ipcMain.handle(requestChannel(name), async (event, input: unknown) => {
      const answer = isOurWindow(event, options.appOrigin)
        ? await answerTo(name, input, options)
        : refused(name, options.logger);
      options.beforeAnswer();
      return answer;
    });
  }
  return toDisposable(() => {
    for (const name of names) ipcMain.removeHandler(requestChannel(name));
  });
}

function refused(name: string, logger: Logger): Envelope<never> {
  logger.warn(`Refused the request "${name}": it did not come from the app's window.`);
  return { ok: false, error: { code: "foreign-sender", message: "This page may not ask that." } };
}

/** Checks what comes in and what goes out; an error leaves as code and sentence alone (S15, S17). */
async function answerTo(
  name: RequestName,
  input: unknown,
  { handlers, logger }: AnswerOptions,
): Promise<Envelope<unknown>> {
  try {
    const checked = requests[name].input.safeParse(input);
    if (!checked.success) throw badInput(name);
    const handle = handlers[name] as (input: unknown) => unknown;
    return { ok: true, value: requests[name].output.parse(await handle(checked.data)) };
  } catch (error) {
    if (!(error instanceof AppError))
      logger.error(`The request "${name}" failed: ${messageOf(error)}`);
    return { ok: false, error: toFailure(error) };
  }
}

function badInput(name: string): AppError {
  return new AppError("bad-request", `The request "${name}" was not understood.`);
}
