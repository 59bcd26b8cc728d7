import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pictureHeader } from "../../src-main/base/picture-header.ts";
import { approval, connectModel, expect, send, test, thread } from "../support/app.ts";

/** A proxy that lets nobody through without a sign-in. */
async function closedProxy(): Promise<Server> {
  const proxy = createServer();
  proxy.on("connect", (_request, socket) => {
    const answer = ["HTTP/1.1 407 Sign in", 'Proxy-Authenticate: Basic realm="office"', "", ""];
    socket.end(answer.join("\r\n"));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

test("a proxy that is set for the machine is used, and told of when it lets nothing through", async ({
  start,
}) => {
  const proxy = await closedProxy();
  const { port } = proxy.address() as AddressInfo;
  const { window } = await start([`--proxy-server=127.0.0.1:${port}`]);
  await window.getByLabel("Key", { exact: true }).fill("sk-test");
  await window.getByLabel("Model name").fill("claude-sonnet-4-5");
  await window.getByRole("button", { name: "Test and continue" }).click();
  await expect(window.getByRole("alert")).toContainText(/proxy/i);
  proxy.close();
});

test("a proxy that is not there is told of", async ({ start }) => {
  const { window } = await start(["--proxy-server=127.0.0.1:9"]);
  await window.getByLabel("Key", { exact: true }).fill("sk-test");
  await window.getByLabel("Model name").fill("claude-sonnet-4-5");
  await window.getByRole("button", { name: "Test and continue" }).click();
  await expect(window.getByRole("alert")).toContainText("The proxy that this machine uses");
});

test("an answer that is cut leaves its words and says that it broke off", async ({
  start,
  model,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ text: "The three towers of the old town", failure: { cutAfterEvents: 4 } });
  await send(window, "How many?");
  await expect(thread(window).getByText(/The three/)).toBeVisible();
  await expect(window.getByText(/broke off before its end/)).toBeVisible();
});

test("a stopped answer closes the connection to the model", async ({ start, model }) => {
  const { window } = await start();
  await connectModel(window, model);
  model.enqueue({ text: "This would be long", gate: new Promise(() => {}) });
  await send(window, "Tell me");
  const request = await model.waitForRequest(2);
  await expect(thread(window).getByText(/This/)).toBeVisible();
  await window.getByRole("button", { name: /Stop/ }).first().click();
  expect(await request.outcome).toBe("hung-up");
});

test("a picture of a long page is scaled down to what the model takes", async ({
  start,
  model,
  site,
}) => {
  const { window } = await start();
  await connectModel(window, model);
  const grow = "() => { document.body.style.height = '6000px'; }";
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url: `${site.url}/form` } }] },
    { toolCalls: [{ name: "browser_evaluate", arguments: { function: grow } }] },
    { toolCalls: [{ name: "browser_take_screenshot", arguments: { fullPage: true } }] },
    { text: "A long page." },
  );
  await send(window, "Look");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(approval(window)).toContainText("6000px");
  await approval(window).getByRole("button", { name: "Once" }).click();
  await expect(thread(window).getByText("A long page.")).toBeVisible();

  const body = JSON.stringify(model.requests.at(-1)?.body);
  const base64 = /"data:image\/\w+;base64,([^"]+)"/.exec(body)?.[1] ?? "";
  const header = pictureHeader(Buffer.from(base64, "base64"));
  expect(header?.height).toBe(2_048);
  expect(header?.width).toBeLessThan(1_280);
});
