import { describe, expect, it } from "vitest";
import type { Disposable } from "../../../src-main/base/disposable.ts";
import { ServerPool, type PooledServer } from "../../../src-main/mcp/connection/server-pool.ts";

/** A server that gives its place back when it is stopped, as a real one does. */
class FakePooledServer implements PooledServer {
  readonly pool: ServerPool;
  idleSince: number | null;
  place: Disposable | null = null;
  stops = 0;

  constructor(pool: ServerPool, idleSince: number | null) {
    this.pool = pool;
    this.idleSince = idleSince;
  }

  async start(): Promise<void> {
    this.place = await this.pool.admit(this);
  }

  readonly stopOnce = async (): Promise<void> => {
    this.stops += 1;
    await Promise.resolve();
    this.idleSince = null;
    this.place?.dispose();
    this.place = null;
  };
}

describe("the places for running servers", () => {
  it("stops nobody while there are free places", async () => {
    const pool = new ServerPool(2);
    const first = new FakePooledServer(pool, 1);
    await first.start();
    await new FakePooledServer(pool, 2).start();
    expect(first.stops).toBe(0);
  });

  it("stops the server that has been idle longest when all places are taken", async () => {
    const pool = new ServerPool(3);
    const idle = new FakePooledServer(pool, 20);
    const idlest = new FakePooledServer(pool, 10);
    const busy = new FakePooledServer(pool, null);
    for (const server of [idle, idlest, busy]) await server.start();
    await new FakePooledServer(pool, null).start();
    expect([idle.stops, idlest.stops, busy.stops]).toEqual([0, 1, 0]);
  });

  it("makes a place for each of two that come at the same time", async () => {
    const pool = new ServerPool(2);
    const idle = [new FakePooledServer(pool, 1), new FakePooledServer(pool, 2)];
    for (const server of idle) await server.start();
    const late = [new FakePooledServer(pool, null), new FakePooledServer(pool, null)];
    await Promise.all(late.map((server) => server.start()));
    expect(idle.map(({ place }) => place)).toEqual([null, null]);
    expect(late.every(({ place }) => place !== null)).toBe(true);
  });

  it("says so when all the others are at work", async () => {
    const pool = new ServerPool(1);
    await new FakePooledServer(pool, null).start();
    await expect(new FakePooledServer(pool, null).start()).rejects.toMatchObject({
      code: "too-many-servers",
    });
  });

  it("has a place again once one was given back", async () => {
    const pool = new ServerPool(1);
    const busy = new FakePooledServer(pool, null);
    await busy.start();
    busy.place?.dispose();
    await new FakePooledServer(pool, null).start();
  });
});
