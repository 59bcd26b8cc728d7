import { randomBytes } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** A finished download, and the addresses under which it is known. */
export interface Archive {
  readonly file: string;
  readonly urls: readonly string[];
}

/** Length of the secret in the address, in bytes: nobody guesses it while the server lives. */
const SECRET_BYTES = 16;

/**
 * Hands finished downloads to Playwright's installer, which unpacks only what it fetches itself. It
 * answers on this machine alone, to who knows its secret, and only while something is unpacked.
 */
export async function serveArchives(
  archives: readonly Archive[],
): Promise<{ readonly host: string; readonly close: () => Promise<void> }> {
  const secret = `/${randomBytes(SECRET_BYTES).toString("hex")}`;
  const server = createServer((request, response) => answer(request, response, secret, archives));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `http://127.0.0.1:${port}${secret}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  secret: string,
  archives: readonly Archive[],
): void {
  const archive = url.startsWith(`${secret}/`) && find(url.slice(secret.length), archives);
  if (!archive) return void response.writeHead(404).end();
  response.writeHead(200, { "content-length": statSync(archive.file).size });
  // An installer that goes away is told of by its own end.
  pipeline(createReadStream(archive.file), response).catch(() => {});
}

/** Its mirrors have the same path behind different beginnings. */
function find(path: string, archives: readonly Archive[]): Archive | undefined {
  return archives.find(({ urls }) => urls.some((url) => new URL(url).pathname.endsWith(path)));
}
