import path from "node:path";
import { requests } from "../../src-preload/contract/requests.ts";
import { expect, test } from "../support/app.ts";

test("the bridge has one function for each request and nothing else (S13, S16)", async ({
  start,
}) => {
  const { window } = await start();
  const found = await window.evaluate(() =>
    Object.fromEntries(
      Object.entries(globalThis.window["pilothouse" as never] as object).map(([name, value]) => [
        name,
        typeof value,
      ]),
    ),
  );
  const wanted = [...Object.keys(requests), "onEvents"];
  expect(found).toEqual(Object.fromEntries(wanted.map((name) => [name, "function"])));
});

test("the page has no Node, and its main world nothing of the preload's (S01, S02)", async ({
  start,
}) => {
  const { window } = await start();
  expect(
    await window.evaluate(() =>
      ["require", "process", "module", "Buffer", "ipcRenderer"].filter(
        (name) => name in globalThis,
      ),
    ),
  ).toEqual([]);
});

test("a request that does not fit the contract is refused with a code and a sentence (S15, S17)", async ({
  start,
}) => {
  const { window } = await start();
  const answers = await window.evaluate(async () => {
    const bridge = globalThis.window["pilothouse" as never] as unknown as Record<
      string,
      (input: unknown) => Promise<unknown>
    >;
    return [
      await bridge["openConversation"]?.({ conversationId: 7 }),
      await bridge["sendMessage"]?.({ conversationId: "x".repeat(100), text: "" }),
      await bridge["openConversation"]?.({ conversationId: "nobody" }),
      await bridge["openLink"]?.({ url: "file:///etc/passwd" }),
    ];
  });
  expect(answers).toMatchObject([
    { ok: false, error: { code: "bad-request" } },
    { ok: false, error: { code: "bad-request" } },
    { ok: false, error: { code: "conversation-unknown" } },
    { ok: false, error: { code: "link-refused" } },
  ]);
});

test("a page of another origin with the same preload is refused (S14)", async ({ start }) => {
  const { app } = await start();
  const preload = path.resolve(import.meta.dirname, "../../dist/preload/preload.cjs");
  const answers = await app.evaluate(async ({ BrowserWindow }, script) => {
    const results: unknown[] = [];
    for (const url of ["about:blank", "data:text/html,<p>hi"]) {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: script } });
      await stranger.loadURL(url);
      results.push(
        await stranger.webContents.executeJavaScript("window.pilothouse.readAppState()"),
      );
      stranger.destroy();
    }
    return results;
  }, preload);
  expect(answers).toMatchObject([
    { ok: false, error: { code: "foreign-sender" } },
    { ok: false, error: { code: "foreign-sender" } },
  ]);
});

/** What a hostile page would try, done inside the window; resolves once the policy has refused enough. */
function attack(canary: string, wanted: readonly string[]) {
  const refused = new Set<string>();
  const allRefused = new Promise<void>((resolve) =>
    document.addEventListener("securitypolicyviolation", (event) => {
      refused.add(event.effectiveDirective);
      if (wanted.every((directive) => refused.has(directive))) resolve();
    }),
  );
  const add = (tag: string, properties: object) =>
    document.body.append(Object.assign(document.createElement(tag), properties));
  add("script", { textContent: "globalThis.scriptRan = true" });
  add("style", { textContent: "body { color: red }" });
  add("img", { src: `${canary}/leak.png` });
  add("iframe", { src: canary });
  add("object", { data: canary });
  const broken = document.createElement("img");
  broken.setAttribute("onerror", "globalThis.scriptRan = true");
  broken.src = "nothing-here.png";
  document.body.append(broken);
  const reach = (url: string) =>
    fetch(url).then(
      () => "reached",
      () => "refused",
    );
  return Promise.all([reach(canary), reach("file:///etc/passwd"), allRefused]).then(
    ([remote, file]) => ({ remote, file, ran: "scriptRan" in globalThis }),
  );
}

test("nothing remote loads and no inline script runs (S19, S20)", async ({ start, model }) => {
  const { window } = await start();
  await expect(window.getByRole("heading", { name: "Welcome to Pilothouse" })).toBeVisible();
  const directives = [
    "script-src-elem",
    "script-src-attr",
    "style-src-elem",
    "img-src",
    "connect-src",
  ];
  await window.evaluate(`globalThis.attack = ${attack.toString()}`);
  const outcome = await window.evaluate(
    ([canary, wanted]) =>
      (globalThis as unknown as { attack: typeof attack }).attack(canary, wanted),
    [model.anthropicUrl, [...directives, "frame-src", "object-src"]] as const,
  );
  expect(outcome).toEqual({ remote: "refused", file: "refused", ran: false });
  expect(model.requests).toEqual([]);
});

test("no way leads out of the window (S06, S07)", async ({ start, model }) => {
  const { app, window } = await start();
  const before = window.url();
  expect(before).toMatch(/^pilothouse:\/\/app\//);
  const opened = await window.evaluate((canary) => {
    const link = Object.assign(document.createElement("a"), { href: canary, textContent: "out" });
    document.body.prepend(link);
    link.click();
    location.href = canary;
    return ["https://a.example", "file:///etc/passwd", "javascript:1", canary].map(
      (url) => globalThis.window.open(url) === null,
    );
  }, model.anthropicUrl);
  expect(opened).toEqual([true, true, true, true]);
  // One more round through the main process: whatever was going to happen has happened.
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(window.url()).toBe(before);
  expect(model.requests).toEqual([]);
});
