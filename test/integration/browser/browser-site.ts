import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A site on 127.0.0.1 for what browsers do with logins and files: `/sign-in` sets a cookie without an
 * end, `/file/NAME` is a download, `/upload` has a form for one file,
 * `/alert` opens a dialog while it loads.
 */
export class BrowserSite {
  /** What each request for a page carried as its cookies, by path. */
  readonly cookies = new Map<string, string>();
  /** The bodies of the forms that were sent. */
  readonly uploads: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** Closed with the test. */
  static async start(): Promise<BrowserSite> {
    const site = new BrowserSite();
    await new Promise<void>((resolve) => site.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(async () => {
      site.#server.closeAllConnections();
      await new Promise<void>((resolve) => site.#server.close(() => resolve()));
    });
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    this.cookies.set(pathname, request.headers.cookie ?? "");
    if (request.method === "POST") return this.#takeUpload(request, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (pathname === "/sign-in") response.setHeader("set-cookie", "who=ada; Path=/");
    if (pathname === "/file") {
      const name = encodeURIComponent(searchParams.get("name") ?? "");
      response.setHeader("content-type", "application/octet-stream");
      response.setHeader("content-disposition", `attachment; filename*=UTF-8''${name}`);
      return void response.end(searchParams.get("holds") ?? "");
    }
    const alert = pathname === "/alert" ? "<script>alert('Mind the gap')</script>" : "";
    response.end(alert + page(pathname, searchParams));
  }

  #takeUpload(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.uploads.push(Buffer.concat(chunks).toString("latin1"));
      response.setHeader("content-type", "text/html");
      response.end("<h1>Taken</h1>");
    });
  }
}

function page(pathname: string, query: URLSearchParams): string {
  const head = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${pathname}</title>`;
  const link = `<a href="/file?${query}">Get it</a>`;
  const form = `<form action="/upload" method="post" enctype="multipart/form-data">
    <label>File <input type="file" name="file" onchange="this.form.submit()"></label></form>`;
  const where = `<p id="where"></p><script>document.querySelector("#where").textContent =
    [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth + "x" + innerHeight].join(" ")</script>`;
  return `${head}<h1>${pathname}</h1>${link}${form}${where}`;
}
