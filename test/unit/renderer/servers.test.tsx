import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  serverLine,
  serverLook,
  serverWord,
} from "../../../src-renderer/features/servers/server-look.ts";
import { serverFacts } from "../../../src-renderer/features/servers/server-facts.tsx";
import { i18n } from "../../../src-renderer/strings/i18n.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleServer, sampleSnapshot, sampleTime } from "../../fixtures/renderer-samples.ts";

type Status = Parameters<typeof sampleServer>[0];

function bridgeWith(...servers: readonly Status[]): FakeBridge {
  return new FakeBridge({}, [sampleSnapshot({ servers: servers.map(sampleServer) })]);
}

function panel(): HTMLElement {
  return screen.getByRole("complementary", { name: "Servers" });
}

test.each<[Status, string, string, string | null]>([
  [{ state: "not-started" }, "Not started", "quiet", "Starts on the first call"],
  [{ state: "starting", startedAt: sampleTime - 2_000 }, "Starting", "accent", "2 s"],
  [
    { state: "starting", installing: true, startedAt: sampleTime - 2_000 },
    "Installing",
    "accent",
    "2 s",
  ],
  [{ state: "running" }, "Running", "ok", null],
  [{ state: "stopping" }, "Stopping", "quiet", "Ending its processes"],
  [
    { state: "exited", exit: { code: 0, signal: null, asked: true } },
    "Exited",
    "quiet",
    "Restarts on the next call",
  ],
  [
    { state: "exited", exit: { code: 1, signal: null, asked: false } },
    "Exited, code 1",
    "bad",
    "Restarts on the next call",
  ],
  [
    { state: "exited", exit: { code: null, signal: "SIGKILL", asked: false } },
    "Exited, SIGKILL",
    "bad",
    "Restarts on the next call",
  ],
  [{ state: "failed", failure: { code: "x", message: "Not found." } }, "Failed", "bad", null],
  [
    { state: "unavailable", failure: { code: "x", message: "Latched." } },
    "Unavailable",
    "bad",
    null,
  ],
  [{ state: "disabled" }, "Disabled", "quiet", "Off in this conversation"],
  [
    { state: "not-installed", failure: { code: "x", message: "Set up." } },
    "Not installed",
    "warn",
    null,
  ],
])("a server that is %j is called “%s”", (change, word, tone, line) => {
  const status = sampleServer(change);
  expect(serverWord(i18n.t, status)).toBe(word);
  expect(serverLook(status).tone).toBe(tone);
  expect(serverLine(i18n.t, status, sampleTime)).toBe(line);
});

test("the facts are those that are known", () => {
  const names = (change: Status) =>
    serverFacts(i18n.t, sampleServer(change), sampleTime).map(
      ({ name, value }) => `${name} ${value}`,
    );
  expect(names({})).toEqual(["Tools 3", "Up 4 min 12 s", "Process 48213", "Calls 27, 1 failed"]);
  expect(
    names({ state: "not-started", tools: null, pid: null, startedAt: null, calls: 0 }),
  ).toEqual([]);
});

test("the panel shows each server with its failure and its last lines", async () => {
  await renderWindow(
    bridgeWith(
      {},
      {
        name: "ledger",
        state: "failed",
        failure: { code: "x", message: "ledger.db is open elsewhere." },
        stderrTail: ["ready", "error: locked"],
      },
    ),
  );
  expect(within(panel()).getByText("ledger.db is open elsewhere.")).toBeTruthy();
  expect(within(panel()).getByText(/error: locked/)).toBeTruthy();
});

test("a server is restarted and stopped from the panel", async () => {
  const { bridge, user } = await renderWindow(bridgeWith({}));
  await user.click(within(panel()).getByRole("button", { name: "Restart playwright" }));
  await user.click(within(panel()).getByRole("button", { name: "Stop playwright" }));
  const target = { conversationId: "c1", server: "playwright" };
  expect(bridge.inputsOf("restartServer")).toEqual([target]);
  expect(bridge.inputsOf("stopServer")).toEqual([target]);
});

test("a restart that is refused says so in its place", async () => {
  const bridge = bridgeWith({ state: "unavailable" });
  bridge.refuse("restartServer", { code: "latched", message: "It failed too often." });
  const { user } = await renderWindow(bridge);
  await user.click(within(panel()).getByRole("button", { name: "Retry playwright" }));
  expect((await within(panel()).findByRole("alert")).textContent).toBe("It failed too often.");
});

test("the browser's window is shown by a switch of its server alone", async () => {
  const { bridge, user } = await renderWindow(bridgeWith({}, { name: "ledger" }));
  const shown = within(panel()).getByRole("switch", { name: "Show the browser window" });
  expect(shown.getAttribute("aria-checked")).toBe("false");
  await user.click(shown);
  expect(bridge.inputsOf("setHeadless")).toEqual([{ conversationId: "c1", headless: false }]);
  expect(shown.getAttribute("aria-checked")).toBe("true");
});

test("Ctrl and J closes and opens the panel, and its button points at trouble", async () => {
  const { user } = await renderWindow(bridgeWith({ state: "failed" }));
  await user.keyboard("{Control>}j{/Control}");
  expect(screen.queryByRole("complementary")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Server panel, 1 server in trouble" }));
  expect(panel()).toBeTruthy();
});
