import { AppError } from "../../base/errors.ts";
import { toDisposable, type Disposable } from "../../base/disposable.ts";

/**
 * Servers that run at the same time in the whole app. Fifty conversations with two servers each
 * have room; beyond that a machine is busy with servers that nobody uses.
 */
export const MAX_RUNNING_SERVERS = 100;

/** What the pool has to know of a server that has a place in it. */
export interface PooledServer {
  /** Since when it has had nothing to do, on a clock that never jumps; null while it works. */
  readonly idleSince: number | null;
  /** Stops it, or waits for the stop that is under way. */
  readonly stopOnce: () => Promise<void>;
}

/** The places for running servers, of which there are so many in all: who is idle longest makes room. */
export class ServerPool {
  readonly #places: number;
  readonly #taken = new Set<{ readonly server: PooledServer }>();

  constructor(places: number = MAX_RUNNING_SERVERS) {
    this.#places = places;
  }

  /**
   * A place for this server, to be given back when nothing of it runs any more. Throws an `AppError`
   * `too-many-servers` when all the others are at work.
   */
  async admit(server: PooledServer): Promise<Disposable> {
    while (this.#taken.size >= this.#places) {
      const idlest = this.#longestIdle();
      if (!idlest) throw tooMany(this.#places);
      await idlest.stopOnce();
    }
    const place = { server };
    this.#taken.add(place);
    return toDisposable(() => this.#taken.delete(place));
  }

  #longestIdle(): PooledServer | null {
    const idle = [...this.#taken].flatMap(({ server }) =>
      server.idleSince === null ? [] : [{ server, since: server.idleSince }],
    );
    return idle.sort((a, b) => a.since - b.since)[0]?.server ?? null;
  }
}

function tooMany(places: number): AppError {
  return new AppError(
    "too-many-servers",
    `${places} servers are at work at the same time, which is as many as may be. Wait for one to finish, or stop one in the server panel.`,
  );
}
