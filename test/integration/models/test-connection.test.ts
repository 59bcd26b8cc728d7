import { readFileSync } from "node:fs";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { listModels } from "../../../src-main/models/list-models.ts";
import { testModel } from "../../../src-main/models/test-model.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import { KEY, modelAt, providers, type Provider } from "./models-under-test.ts";

const tls = path.join(import.meta.dirname, "../../fixtures/tls");
const { signal } = new AbortController();

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that answers everything in one way; its address as a person types it. */
async function serverThat(answers: RequestListener, secure = false): Promise<string> {
  const certificate = {
    key: readFileSync(path.join(tls, "self-signed.key.pem")),
    cert: readFileSync(path.join(tls, "self-signed.cert.pem")),
  };
  const server: Server = secure ? createHttps(certificate, answers) : createHttp(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  closers.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return `${secure ? "https" : "http"}://127.0.0.1:${port}`;
}

function answering(status: number, type: string, body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": type });
    response.end(body);
  };
}

const json = (status: number, message: string) =>
  answering(status, "application/json", JSON.stringify({ error: { message } }));
const page = (status: number) => answering(status, "text/html", "<!doctype html><h1>Hello</h1>");

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error("It did not fail in words.");
  expect(error.code).toMatch(/^model-/);
  expect(error.message).not.toContain(KEY);
  return error.message;
}

const tested = (address: string, provider: Provider) =>
  sentenceOf(testModel(modelAt(address, provider, { retries: 0 }), signal));

const listed = (baseUrl: string, provider: Provider) =>
  sentenceOf(listModels({ provider, baseUrl }, { key: KEY, fetch, signal }));

describe.each(providers)("the test of a connection to %s says what is wrong:", (provider) => {
  test.each([
    ["the key", json(401, `Wrong key ${KEY}`), "did not accept the key (401)"],
    ["the model", json(404, "model not found"), "knows no model “model-1”"],
    ["an address of a web page", page(200), "not as a model of this provider does"],
    ["an address that has nothing there", page(404), "no such service at this address"],
    ["a proxy that wants a sign-in", page(407), "whether a proxy on the way wants a sign-in"],
  ])("%s", async (_what, answers, words) => {
    expect(await tested(await serverThat(answers), provider)).toContain(words);
  });

  test("a certificate that nobody vouches for", async () => {
    const sentence = await tested(await serverThat(json(200, ""), true), provider);
    expect(sentence).toContain("No safe connection to 127.0.0.1");
    expect(sentence).toContain("whether its certificate is trusted");
  });

  test("a port at which nothing listens", async () => {
    const address = await serverThat(json(200, ""));
    await Promise.all(closers.splice(0).map((close) => close()));
    expect(await tested(address, provider)).toContain("Nothing answers at 127.0.0.1");
  });
});

describe.each(providers)("the list of models of %s", (provider) => {
  const listOf = async (models: readonly string[]) => {
    const server = await new ModelServer().start();
    closers.push(() => server.close());
    server.models = models;
    const baseUrl = provider === "openai-compatible" ? server.openAiUrl : server.url;
    return listModels({ provider, baseUrl }, { key: KEY, fetch, signal });
  };

  test("has the names that the provider gives", async () => {
    const names = await listOf(["one", "two"]);
    // OpenAI's newest stand first.
    expect(names).toEqual(provider === "openai" ? ["two", "one"] : ["one", "two"]);
  });

  test.runIf(provider === "openai" || provider === "google")(
    "has none that cannot talk",
    async () => {
      expect(await listOf(["talks", "text-embedding-3"])).toEqual(["talks"]);
    },
  );

  test("has each name once and no empty one", async () => {
    expect(await listOf(["one", "", "one", "x".repeat(300)])).toEqual(["one"]);
  });

  test.each([
    ["a wrong key", json(401, `Wrong key ${KEY}`), "did not accept the key (401)"],
    ["no list", json(404, ""), "has no list of models at this address"],
    ["a web page", page(200), "not as a model of this provider does"],
  ])("says what is wrong: %s", async (_what, answers, words) => {
    expect(await listed(await serverThat(answers), provider)).toContain(words);
  });

  test("does not follow to another address, where the key would go along", async () => {
    let followed = false;
    const target = await serverThat((_request, response) => {
      followed = true;
      response.end();
    });
    const address = await serverThat((_request, response) => {
      response.writeHead(302, { location: target }).end();
    });
    expect(await listed(address, provider)).toContain("sends requests on to");
    expect(followed).toBe(false);
  });
});
