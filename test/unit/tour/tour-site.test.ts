import { request as httpRequest, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bookingNumber } from "../../../src-main/tour/booking.ts";
import { TourSite } from "../../../src-main/tour/tour-site.ts";

const FOLDER = fileURLToPath(new URL("../../../resources/tour-site", import.meta.url));

const form = { boat: "Kittiwake", skipper: "Ada", arrival: "2031-06-14", nights: "3" };

let site: TourSite;

beforeEach(async () => {
  site = await TourSite.start(FOLDER);
});

afterEach(() => {
  site.dispose();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends the path as it is, where `fetch` would tidy it. */
async function ask(path: string, options: RequestOptions = {}, body = ""): Promise<Answer> {
  const sent = httpRequest(site.url, { ...options, path }).end(body);
  const [response] = (await once(sent, "response")) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  return { status: response.statusCode, body: await text(response) };
}

function post(fields: Readonly<Record<string, string>>, headers = {}): Promise<Answer> {
  return ask("/booking", { method: "POST", headers }, new URLSearchParams(fields).toString());
}

describe("the tour's site", () => {
  test("shows its form and pictures without anything from elsewhere", async () => {
    const response = await fetch(site.url);
    const page = await response.text();
    expect(page).toContain("Book a berth");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const links = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect((await ask(link)).status).toBe(200);
  });

  test("answers a form with the number that belongs to it", async () => {
    const { status, body } = await post(form);
    expect(status).toBe(200);
    expect(body).toContain(bookingNumber({ ...form, shorePower: false }));
    expect(body).toContain("3 nights");
    expect(body).not.toContain("{{");
  });

  test("shows what was typed as text, never as markup", async () => {
    const { body } = await post({ ...form, boat: `<img src=x> & "` });
    expect(body).toContain("&lt;img src=x&gt; &amp; &quot;");
    expect(body).not.toContain("<img src=x>");
  });

  test("says what is missing in a form", async () => {
    const { status, body } = await post({ ...form, boat: "" });
    expect(status).toBe(422);
    expect(body).toContain("Please tell us the name of your boat.");
  });

  test("refuses a form that is too long", async () => {
    expect((await post({ ...form, boat: "x".repeat(9_000) })).status).toBe(413);
  });

  test.each([
    "/../../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/tour-site/index.html",
    "/confirmation.html",
    "/problem.html",
    "//etc/passwd",
    "/style.css/",
    "/",
  ])("gives out no file but its own for %s", async (path) => {
    expect((await ask(path)).status).toBe(path === "/" ? 200 : 404);
  });

  test.each(["localhost", "evil.example", "127.0.0.1"])(
    "refuses a request that is meant for the host %j",
    async (host) => {
      expect((await ask("/", { headers: { host } })).status).toBe(421);
      expect((await post(form, { host })).status).toBe(421);
    },
  );

  test("refuses a form that another site sends", async () => {
    expect((await post(form, { origin: "https://evil.example" })).status).toBe(421);
    expect((await post(form, { origin: "null" })).status).toBe(421);
    expect((await post(form, { origin: site.url.slice(0, -1) })).status).toBe(200);
  });

  test("knows no other methods", async () => {
    expect((await ask("/", { method: "DELETE" })).status).toBe(405);
  });

  test("listens on this machine alone", () => {
    expect(site.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  test("ends open connections when it ends", async () => {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    await once(socket, "connect");
    const closed = once(socket, "close");
    site.dispose();
    await closed;
    site.dispose();
    expect(socket.destroyed).toBe(true);
  });

  test("does not start without its files", async () => {
    await expect(TourSite.start("/nowhere")).rejects.toThrow("ENOENT");
  });
});
