import { useState } from "react";
import type { Failure } from "../../src-preload/model/failure.ts";
import { failureOf } from "../bridge/bridge-error.ts";

interface RequestState {
  /** Runs a request, then `done` with its answer. A failure stays in `failure` until the next run. */
  readonly run: <T>(request: () => Promise<T>, done?: (value: T) => void) => Promise<void>;
  readonly busy: boolean;
  readonly failure: Failure | null;
}

/** A request whose progress and failure are shown where it was made. */
export function useRequest(): RequestState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const run: RequestState["run"] = async (request, done) => {
    setBusy(true);
    setFailure(null);
    try {
      const value = await request();
      done?.(value);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, failure };
}
