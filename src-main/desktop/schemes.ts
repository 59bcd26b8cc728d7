import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import { APP_ORIGIN, APP_SCHEME, contentPolicy, FILE_SCHEME } from "./content-policy.ts";
import { staticFile } from "./static-files.ts";

/** To be called before the app is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
    { scheme: FILE_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

export interface SchemeOptions {
  /** The built window. */
  readonly rendererFolder: string;
  /** A picture's bytes by its hash; null when there is none, or the name is no hash. */
  readonly readPicture: (
    file: string,
  ) => { readonly bytes: Uint8Array; readonly mimeType: string } | null;
}

/** Serves the window's own files and the app's pictures; to be called when the app is ready. */
export function serveSchemes({ rendererFolder, readPicture }: SchemeOptions): void {
  protocol.handle(APP_SCHEME, async ({ url }) => {
    const { host, pathname } = new URL(url);
    const found = `${APP_SCHEME}://${host}` === APP_ORIGIN && staticFile(rendererFolder, pathname);
    if (!found) return notFound();
    const bytes = await readFile(found.file);
    return found.type.startsWith("text/html")
      ? page(bytes.toString("utf8"))
      : reply(bytes, found.type);
  });
  protocol.handle(FILE_SCHEME, ({ url }) => {
    const { host, pathname } = new URL(url);
    const picture = host === "picture" ? readPicture(pathname.slice(1)) : null;
    return picture ? reply(picture.bytes, picture.mimeType) : notFound();
  });
}

/** A page gets a fresh nonce each time it is loaded. */
function page(html: string): Response {
  const nonce = randomBytes(16).toString("base64");
  return new Response(html.replaceAll("%CSP_NONCE%", nonce), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(nonce),
      "x-content-type-options": "nosniff",
    },
  });
}

function reply(bytes: Uint8Array, type: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": type, "x-content-type-options": "nosniff" },
  });
}

const notFound = (): Response => new Response("Not found", { status: 404 });
