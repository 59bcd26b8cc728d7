import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ServerList } from "../../../src-preload/model/server-entry.ts";
import { entryDefaults } from "../../../src-main/mcp/config/server-config.ts";
import { emptyDraft } from "../../../src-renderer/features/own-servers/server-draft.ts";
import { barriersIn } from "../../fixtures/barriers.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleEntry, sampleOwnServers, sampleSnapshot } from "../../fixtures/renderer-samples.ts";

// Forms of many fields in a window of many elements: on a busy machine a test takes seconds.
vi.setConfig({ testTimeout: 30_000 });

function bridgeWith(list: ServerList = sampleOwnServers): FakeBridge {
  const bridge = new FakeBridge({}, [sampleSnapshot()]);
  bridge.answer("listServers", () => list);
  return bridge;
}

async function opened(bridge = bridgeWith()) {
  const rendered = await renderWindow(bridge);
  await rendered.user.keyboard("{Control>},{/Control}");
  const settings = within(screen.getByRole("dialog", { name: "Settings" }));
  await rendered.user.click(settings.getByRole("button", { name: "Servers" }));
  return { ...rendered, bridge, settings };
}

async function edited(bridge = bridgeWith()) {
  const rendered = await opened(bridge);
  await rendered.user.click(screen.getByRole("button", { name: "Edit ledger" }));
  return rendered;
}

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const rows = () => within(screen.getByRole("list", { name: "Your servers" }));
const press = (name: string | RegExp) => screen.getByRole("button", { name });

async function retype(
  user: Awaited<ReturnType<typeof opened>>["user"],
  name: string,
  text: string,
): Promise<void> {
  await user.clear(box(name));
  await user.click(box(name));
  await user.paste(text);
}

test("each server stands with what it runs and its line, the browser last", async () => {
  await opened();
  const items = rows().getAllByRole("listitem");
  expect(items.map((item) => item.querySelector(".b")?.textContent)).toEqual([
    "ledger",
    "tariff-book",
    "mail",
    "playwright",
  ]);
  expect(items[0]?.textContent).toContain("npx -y ledger-mcp ${workspace}");
  expect(items[0]?.textContent).toContain("Line 3");
  expect(screen.getByText("Kept in /home/ada/.config/Pilothouse/mcp.json")).toBeTruthy();
});

test("an entry that cannot be used says why, with the line of each fault", async () => {
  await opened();
  expect(rows().getByText(/args\[1\] must be a text \(line 24\)/)).toBeTruthy();
  expect(
    rows().getByText(/callTimeoutSeconds must be more than 0 seconds \(line 26\)/),
  ).toBeTruthy();
});

test("a second entry of a name is not removed here, where the first would go instead", async () => {
  const twice = {
    server: "ledger",
    field: null,
    line: 9,
    column: 5,
    message: "Left out (line 9).",
  };
  await opened(bridgeWith({ ...sampleOwnServers, problems: [twice] }));
  expect(rows().getByText("Left out (line 9).")).toBeTruthy();
  expect(rows().getAllByRole("button", { name: "Remove ledger" })).toHaveLength(1);
});

test("a file that is broken, and names that look alike, are told", async () => {
  const broken = { code: "config-broken", message: "Line 7: a comma is missing." };
  const warnings = ["“git” and “Git” look almost the same."];
  await opened(bridgeWith({ ...sampleOwnServers, broken, warnings, replacesBrowser: true }));
  expect(screen.getByRole("alert").textContent).toContain("Line 7: a comma is missing.");
  expect(screen.getByText(/look almost the same/)).toBeTruthy();
  expect(screen.getByText("Your server of the same name takes its place")).toBeTruthy();
});

test("a change of the file is shown as it comes", async () => {
  const { fire } = await opened();
  const servers = { ...sampleOwnServers, entries: [sampleEntry({ name: "by-hand" })] };
  await fire({ type: "server-list-changed", servers });
  expect(rows().getByText("by-hand")).toBeTruthy();
  expect(rows().queryByText("ledger")).toBeNull();
});

test("a server is switched off and on", async () => {
  const bridge = bridgeWith();
  const off = { ...sampleOwnServers, entries: [sampleEntry({ enabled: false })] };
  bridge.answer("setServerEnabled", () => off);
  const { user } = await opened(bridge);
  const used = screen.getByRole("switch", { name: "Use ledger" });
  await user.click(used);
  expect(bridge.inputsOf("setServerEnabled")).toEqual([{ name: "ledger", enabled: false }]);
  expect(screen.getByRole("switch", { name: "Use ledger" }).ariaChecked).toBe("false");
  expect(rows().getByText("Off")).toBeTruthy();
});

test("a switch that main refuses stays and says why", async () => {
  const bridge = bridgeWith();
  bridge.refuse("setServerEnabled", { code: "config-broken", message: "The file is broken." });
  const { user } = await opened(bridge);
  await user.click(screen.getByRole("switch", { name: "Use ledger" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The file is broken.");
  expect(screen.getByRole("switch", { name: "Use ledger" }).ariaChecked).toBe("true");
});

test("a server is removed once the person has said so", async () => {
  const { bridge, user } = await opened();
  await user.click(press("Remove ledger"));
  const dialog = within(screen.getByRole("dialog", { name: "Remove “ledger”?" }));
  expect(bridge.inputsOf("removeServer")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(bridge.inputsOf("removeServer")).toEqual([{ name: "ledger" }]);
  expect(rows().queryByText("ledger")).toBeNull();
});

test("a new server is saved only after its whole command was shown and confirmed (S39)", async () => {
  const { bridge, user } = await opened();
  await user.click(press("Add a server…"));
  const long = `--note=${"x".repeat(4_096)}\u202Eend`;
  await user.type(box("Name"), "tracker");
  await retype(user, "Command", "npx");
  await retype(user, "Arguments", `-y\n${long}\n`);
  await user.click(press("Add a variable"));
  await user.type(box("Name of variable 1"), "TRACKER_URL");
  await user.type(box("Value of TRACKER_URL"), "https://t.example");
  await user.click(press("Save…"));

  const dialog = within(
    screen.getByRole("dialog", { name: "May “tracker” run on this computer?" }),
  );
  expect(dialog.getByText("npx")).toBeTruthy();
  expect(
    within(dialog.getByRole("list", { name: "2 arguments" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["-y", `--note=${"x".repeat(4_096)}\\u{202E}end`]);
  expect(
    within(dialog.getByRole("list", { name: "1 variable" })).getByText("TRACKER_URL"),
  ).toBeTruthy();
  expect(bridge.inputsOf("saveServer")).toEqual([]);

  await user.click(dialog.getByRole("button", { name: "Save and let it run" }));
  const [saved] = bridge.inputsOf("saveServer");
  expect(saved).toMatchObject({ name: "tracker", revision: null });
  expect(saved?.draft).toMatchObject({
    command: "npx",
    args: ["-y", long],
    env: { TRACKER_URL: { kind: "value", value: "https://t.example" } },
    promptSection: null,
  });
});

test("a key that came too early lets nothing run", async () => {
  const { bridge, user } = await edited();
  await retype(user, "Command", "other");
  await user.click(box("Command"));
  await user.keyboard("{Enter}{Enter}{Enter}");
  expect(screen.getByRole("dialog", { name: /run in this way from now on/ })).toBeTruthy();
  expect(bridge.inputsOf("saveServer")).toEqual([]);
});

test("a person who changes their mind at the confirmation has saved nothing and keeps the form", async () => {
  const { bridge, user } = await edited();
  await retype(user, "Command", "other");
  await user.click(press("Save…"));
  await user.keyboard("{Escape}");
  expect(bridge.inputsOf("saveServer")).toEqual([]);
  expect(box("Command").value).toBe("other");
});

test.each([
  ["its command", async (user: User) => retype(user, "Command", "other")],
  ["an argument", async (user: User) => retype(user, "Arguments", "-y\nledger-mcp@2")],
  [
    "the value of a variable",
    async (user: User) => retype(user, "Value of LEDGER_URL", "https://x"),
  ],
  ["a variable less", async (user: User) => user.click(press("Take LEDGER_TOKEN out"))],
] as const)("a server with %s changed is confirmed anew", async (_, change) => {
  const { bridge, user } = await edited();
  await change(user);
  await user.click(press("Save…"));
  expect(
    screen.getByRole("dialog", { name: "May “ledger” run in this way from now on?" }),
  ).toBeTruthy();
  expect(bridge.inputsOf("saveServer")).toEqual([]);
});

type User = Awaited<ReturnType<typeof opened>>["user"];

test("what changes nothing of what runs is saved at once, by the state that was seen", async () => {
  const { bridge, user } = await edited();
  await user.click(press("More"));
  await retype(user, "Seconds without an answer", "300");
  await user.click(press("Save"));
  expect(bridge.inputsOf("saveServer")).toMatchObject([
    {
      name: "ledger",
      revision: "revision-1",
      draft: {
        callTimeoutSeconds: 300,
        env: { LEDGER_TOKEN: { kind: "kept" }, HTTP_PROXY: { kind: "removed" } },
      },
    },
  ]);
  expect(rows()).toBeTruthy();
});

test("a hidden value is shown when it is asked for, and stays in the file otherwise", async () => {
  const bridge = bridgeWith();
  bridge.answer("revealServerVariable", () => ({ value: "t0ken" }));
  const { user } = await edited(bridge);
  expect(screen.queryByRole("textbox", { name: "Value of LEDGER_TOKEN" })).toBeNull();
  await user.click(press("Show the value of LEDGER_TOKEN"));
  expect(bridge.inputsOf("revealServerVariable")).toEqual([
    { name: "ledger", variable: "LEDGER_TOKEN" },
  ]);
  expect(box("Value of LEDGER_TOKEN").value).toBe("t0ken");
});

test("a variable is marked as secret, and its value is masked from then on", async () => {
  const { bridge, user } = await edited();
  await user.click(screen.getByRole("checkbox", { name: "LEDGER_URL is a secret" }));
  expect(box("Value of LEDGER_URL").className).toContain("masked");
  await user.click(press("Save"));
  expect(bridge.inputsOf("saveServer")[0]?.draft.secretEnv).toEqual(["LEDGER_URL"]);
});

test("what main refuses stands below its field, and nothing that was typed is lost", async () => {
  const bridge = bridgeWith();
  const faults = [
    { field: "command", message: "is empty" },
    { field: "toolPrefix", message: "may not begin with mcp__" },
  ];
  bridge.answer("saveServer", () => ({ kind: "refused", faults }));
  const { user } = await edited(bridge);
  await user.clear(box("Command"));
  await user.click(press("Save…"));
  await user.click(press("Save and let it run"));
  const told = screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(told).toEqual(["command is empty", "toolPrefix may not begin with mcp__"]);
  expect(box("Prefix of its tools")).toBeTruthy();
});

test("seconds that are no number and variables of the same name are told without asking main", async () => {
  const { bridge, user } = await edited();
  await user.click(press("More"));
  await retype(user, "Seconds to start", "soon");
  await user.click(press("Add a variable"));
  await user.type(box("Name of variable 4"), "LEDGER_URL");
  await user.click(press("Save…"));
  const told = screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(told).toEqual([
    "env.LEDGER_URL is there twice",
    "startupTimeoutSeconds must be a number of seconds",
  ]);
  expect(bridge.inputsOf("saveServer")).toEqual([]);
});

test("a server that was changed meanwhile is looked at again", async () => {
  const bridge = bridgeWith();
  bridge.refuse("saveServer", { code: "server-changed", message: "It was changed meanwhile." });
  const { fire, user } = await edited(bridge);
  await user.click(press("More"));
  await retype(user, "Prefix of its tools", "l_");
  const now = sampleEntry({ revision: "revision-2", command: "by-hand" });
  await fire({ type: "server-list-changed", servers: { ...sampleOwnServers, entries: [now] } });
  await user.click(press("Save"));
  expect(screen.getByRole("alert").textContent).toBe("It was changed meanwhile.");
  await user.click(press("Look again"));
  expect(box("Command").value).toBe("by-hand");
});

test("arguments that lines cannot show are left to JSON", async () => {
  const odd = sampleEntry({ args: ["one\ntwo", ""] });
  const { user } = await edited(bridgeWith({ ...sampleOwnServers, entries: [odd] }));
  expect(box("Arguments").readOnly).toBe(true);
  await user.click(press("JSON"));
  expect(JSON.parse(box("The entry as JSON").value)).toMatchObject({ args: ["one\ntwo", ""] });
});

test("as JSON an entry has only what is set, and a hidden value stays hidden", async () => {
  const { user } = await edited();
  await user.click(press("JSON"));
  expect(JSON.parse(box("The entry as JSON").value)).toEqual({
    command: "npx",
    args: ["-y", "ledger-mcp", "${workspace}"],
    env: {
      LEDGER_URL: "https://ledger.fernlund.example",
      LEDGER_TOKEN: { kept: true },
      HTTP_PROXY: null,
    },
  });
});

test("faults of the JSON stand at their lines and lead there", async () => {
  const { bridge, user } = await edited();
  await user.click(press("JSON"));
  const text = '{\n  "command": "npx",\n  "args": ["-y",\n    3],\n  "paralel": true\n}';
  await retype(user, "The entry as JSON", text);
  await user.click(press("Save…"));
  const faults = within(screen.getByRole("alert"));
  expect(faults.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Line 4, args[1]: must be a text",
    "Line 5, paralel: Pilothouse does not know this member, and it would not be kept",
  ]);
  await user.click(faults.getAllByRole("button")[1] ?? document.body);
  const area = box("The entry as JSON");
  expect(text.slice(area.selectionStart, area.selectionEnd)).toBe('  "paralel": true');
  expect(bridge.inputsOf("saveServer")).toEqual([]);
});

test("JSON that is broken says at which line", async () => {
  const { user } = await edited();
  await user.click(press("JSON"));
  await retype(user, "The entry as JSON", '{\n  "command": "npx"\n  "args": []\n}');
  await user.click(press("Form"));
  expect(screen.getByRole("alert").textContent).toBe("Line 3: a comma is missing");
  expect(box("The entry as JSON")).toBeTruthy();
});

test("what main refuses of the JSON stands at its line", async () => {
  const bridge = bridgeWith();
  const faults = [{ field: "env.LEDGER_TOKEN", message: "is not in the file any more" }];
  bridge.answer("saveServer", () => ({ kind: "refused", faults }));
  const { user } = await edited(bridge);
  await user.click(press("JSON"));
  const text = box("The entry as JSON").value;
  const line = text.split("\n").findIndex((one) => one.includes("LEDGER_TOKEN")) + 1;
  await user.click(press("Save"));
  expect(screen.getByRole("alert").textContent).toBe(
    `Line ${line}, env.LEDGER_TOKEN: is not in the file any more`,
  );
});

test("JSON is confirmed and saved like the form", async () => {
  const { bridge, user } = await edited();
  await user.click(press("JSON"));
  await retype(
    user,
    "The entry as JSON",
    '{ "command": "deno", "env": { "LEDGER_TOKEN": { "kept": true } } }',
  );
  await user.click(press("Save…"));
  expect(bridge.inputsOf("saveServer")).toEqual([]);
  await user.click(press("Save and let it run"));
  expect(bridge.inputsOf("saveServer")[0]?.draft).toMatchObject({
    command: "deno",
    args: [],
    env: { LEDGER_TOKEN: { kind: "kept" } },
  });
});

test("Escape does not throw away what was typed, and closes a form that was only looked at", async () => {
  const { user } = await edited();
  await user.type(box("Command"), "2");
  await user.keyboard("{Escape}");
  expect(box("Command").value).toBe("npx2");
  await user.click(press("Cancel"));
  await user.click(press("Edit ledger"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the list and the form have no barrier", async () => {
  const { settings, user } = await opened();
  const sheet = screen.getByRole("dialog", { name: "Settings" });
  expect(await barriersIn(sheet)).toEqual([]);
  await user.click(settings.getByRole("button", { name: "Edit ledger" }));
  await user.click(press("More"));
  expect(await barriersIn(sheet)).toEqual([]);
  await user.click(press("JSON"));
  expect(await barriersIn(sheet)).toEqual([]);
});

test("the confirmation has no barrier", async () => {
  const { user } = await edited();
  await retype(user, "Command", "other");
  await user.click(press("Save…"));
  expect(await barriersIn(screen.getByRole("dialog", { name: /run in this way/ }))).toEqual([]);
});

test("what a form begins with is what main takes for a member that is left out", () => {
  const { startupTimeoutMs, callTimeoutMs, idleTimeoutMs, ...same } = entryDefaults;
  expect(emptyDraft).toEqual({
    ...same,
    command: "",
    startupTimeoutSeconds: startupTimeoutMs / 1_000,
    callTimeoutSeconds: callTimeoutMs / 1_000,
    idleTimeoutSeconds: idleTimeoutMs / 1_000,
  });
});
