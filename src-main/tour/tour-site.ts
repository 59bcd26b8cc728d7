import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Disposable } from "../base/disposable.ts";
import { readBooking } from "./booking.ts";
import { TourPages } from "./tour-pages.ts";

/** Longest form that is read, in bytes: a dozen times what the site's own form sends. */
const MAX_FORM_BYTES = 8 * 1024;

/** The pages need nothing but their own style and pictures. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * The small site on which the tour takes place. Answers on 127.0.0.1 alone, on a port of the
 * system's choice, and only to requests that name exactly this address, so that no page elsewhere
 * can reach it through a name of its own (S49).
 */
export class TourSite implements Disposable {
  readonly #server: Server;
  readonly #pages: TourPages;

  private constructor(pages: TourPages) {
    this.#pages = pages;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  /** Serves the site that lies in the folder. Rejects when a file of it is missing. */
  static async start(folder: string): Promise<TourSite> {
    const site = new TourSite(new TourPages(folder));
    await new Promise<void>((resolve, reject) => {
      site.#server.once("error", reject);
      site.#server.listen(0, "127.0.0.1", resolve);
    });
    return site;
  }

  /** Of the site's first page, with a slash at the end. */
  get url(): string {
    return `http://${this.#host}/`;
  }

  /** Ends the site and every connection to it at once. */
  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isMeantForUs(request)) return send(response, 421, "This is another site.");
    if (request.method === "POST") return this.#book(request, response);
    if (request.method !== "GET") return send(response, 405, "This site knows GET and POST.");
    const file = this.#pages.file(request.url ?? "");
    if (file === null) return send(response, 404, "There is no such page.");
    return send(response, 200, file.bytes, file.type);
  }

  /** A form of another site, which the browser would send along, is none of ours either. */
  #isMeantForUs({ headers }: IncomingMessage): boolean {
    const fromHere = headers.origin === undefined || headers.origin === `http://${this.#host}`;
    return headers.host === this.#host && fromHere;
  }

  async #book(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== "/booking") return send(response, 404, "There is no such form.");
    const form = await readForm(request);
    if (form === null) return send(response, 413, "This form is too long.");
    const booking = readBooking(form);
    return typeof booking === "string"
      ? send(response, 422, this.#pages.problem(booking), HTML)
      : send(response, 200, this.#pages.confirmation(booking), HTML);
  }
}

const HTML = "text/html; charset=utf-8";

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = "text/plain",
): void {
  response.writeHead(status, { ...HEADERS, "content-type": type });
  response.end(body);
}

/** Null when it is too long or broke off. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_FORM_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
