import { existsSync, readFileSync } from "node:fs";
import { onTestFinished, describe, expect, it } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { download, type DownloadOptions } from "../../../src-main/runtime/download.ts";
import { PartFile } from "../../../src-main/runtime/part-file.ts";
import { DownloadServer } from "../../fixtures/download-server.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** More than a socket takes at once, so that a cut is one. */
const file = Buffer.alloc(300_000, "Chromium ");

async function serve(content: Buffer = file): Promise<DownloadServer> {
  const server = await new DownloadServer((path) =>
    path === "/chrome.zip" ? content : undefined,
  ).start();
  onTestFinished(() => server.close());
  return server;
}

function options(
  servers: readonly DownloadServer[],
  change: Partial<DownloadOptions> = {},
): DownloadOptions {
  return {
    urls: servers.map(({ url }) => `${url}/chrome.zip`),
    part: new PartFile(tempFolder(), "chromium v1"),
    fetch: (url, init) => fetch(url, init),
    times: { stall: 300, retryPause: 0 },
    signal: new AbortController().signal,
    onSize: () => Promise.resolve(),
    onBytes: () => {},
    ...change,
  };
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "resolved",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("the download of an archive (M25)", () => {
  it("tells the size before the first byte, and each piece", async () => {
    const told: (number | null)[] = [];
    const work = options([await serve()], {
      onSize: async (size) => void told.push(size),
      onBytes: (bytes) => void told.push(bytes),
    });
    await download(work);
    expect(told[0]).toBe(file.length);
    expect(told.at(-1)).toBe(file.length);
    expect(readFileSync(work.part.whole).equals(file)).toBe(true);
  });

  it("goes on by itself where a connection was cut", async () => {
    const server = await serve();
    server.faults.push({ kind: "cut", after: 100_000 }, { kind: "cut", after: 50_000 });
    const work = options([server]);
    await download(work);
    const [first, second, third] = server.requests.map(({ range }) => range);
    // What was on its way when the connection broke may be lost, so not each part has its full length.
    expect([first, second]).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(third).toMatch(/^bytes=[1-9]\d+-$/);
    expect(readFileSync(work.part.whole).equals(file)).toBe(true);
  });

  it("takes a silent connection for dead and asks again, without a limit for the whole", async () => {
    const server = await serve();
    server.faults.push({ kind: "stall", after: 100_000 });
    const work = options([server]);
    await download(work);
    expect(server.requests).toHaveLength(2);
    expect(readFileSync(work.part.whole).equals(file)).toBe(true);
  });

  it("says that nothing came when a server stays silent, and keeps what is here", async () => {
    const server = await serve();
    server.faults.push({ kind: "stall", after: 100_000 }, ...stalls(3));
    const work = options([server]);
    await expect(download(work)).rejects.toThrow(/has sent nothing for 1 s.*is kept/);
    expect(work.part.bytes).toBe(100_000);
  });

  it("keeps what is here when it is cancelled, and goes on with it later", async () => {
    const server = await serve();
    server.faults.push({ kind: "stall", after: 100_000 });
    const abort = new AbortController();
    const work = options([server], {
      signal: abort.signal,
      times: { stall: 60_000, retryPause: 0 },
      onBytes: (bytes) => bytes === 100_000 && abort.abort(new Error("cancelled")),
    });
    await expect(download(work)).rejects.toThrow("cancelled");
    await download({ ...work, signal: new AbortController().signal });
    expect(server.requests.at(-1)?.range).toBe("bytes=100000-");
    expect(readFileSync(work.part.whole).equals(file)).toBe(true);
  });

  it("starts anew when the file has changed on the server", async () => {
    const content = Buffer.from(file);
    const server = await serve(content);
    server.faults.push({ kind: "cut", after: 100_000 }, ...stalls(3));
    const work = options([server]);
    await codeOf(download(work));
    server.etag = '"two"';
    content.fill("another ");
    await download(work);
    expect(readFileSync(work.part.whole).equals(content)).toBe(true);
  });

  it("starts anew on a server that knows no ranges", async () => {
    const server = await serve();
    server.ranges = false;
    server.faults.push({ kind: "cut", after: 100_000 });
    const work = options([server]);
    await download(work);
    expect(readFileSync(work.part.whole).equals(file)).toBe(true);
  });

  it("throws a part away that another server has in another size", async () => {
    const [first, second] = [await serve(), await serve(Buffer.concat([file, file]))];
    first.faults.push({ kind: "cut", after: 100_000 }, ...stalls(3));
    const work = options([first, second]);
    await download(work);
    expect(readFileSync(work.part.whole)).toHaveLength(2 * file.length);
  });

  it("asks the mirrors in their order, the next one at once when one refuses", async () => {
    const [first, second] = [await serve(), await serve()];
    first.faults.push({ kind: "status", status: 503 });
    const work = options([first, second]);
    await download(work);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it("names the host and its answer when all refuse", async () => {
    const server = await serve();
    server.faults.push({ kind: "status", status: 403 });
    await expect(download(options([server]))).rejects.toThrow(/127\.0\.0\.1:\d+ answered 403/);
  });

  it("says that a server cannot be reached, by the network's own code", async () => {
    const server = await serve();
    const work = options([server]);
    await server.close();
    await expect(download(work)).rejects.toThrow(/could not be reached \(ECONNREFUSED\)/);
  });

  it("ends before the first byte when there is no room for it", async () => {
    const full = new AppError("disk-full", "No room.");
    const work = options([await serve()], { onSize: () => Promise.reject(full) });
    expect(await codeOf(download(work))).toBe("disk-full");
    expect(existsSync(work.part.whole)).toBe(false);
  });

  it("says in its own words that the disk ran full on the way", async () => {
    const noSpace = Object.assign(new Error("write"), { code: "ENOSPC" });
    const work = options([await serve()], { onSize: () => Promise.reject(noSpace) });
    await expect(download(work)).rejects.toThrow(/not enough room for Chromium/);
  });
});

const stalls = (times: number) =>
  Array.from({ length: times }, () => ({ kind: "stall" as const, after: 0 }));
