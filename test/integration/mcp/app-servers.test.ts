import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppServers } from "../../../src-main/app-servers.ts";
import { systemClock } from "../../../src-main/base/clock.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Core } from "../../../src-main/core.ts";
import {
  serverImportHandlers,
  serverListHandlers,
  serverSecretHandlers,
} from "../../../src-main/ipc/handlers.ts";
import { ServersFile } from "../../../src-main/mcp/config/servers-file.ts";
import { Secrets } from "../../../src-main/settings/secrets.ts";
import { ServerSecrets } from "../../../src-main/settings/server-secrets.ts";
import {
  requests,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from "../../../src-preload/contract/requests.ts";
import type { ServerDraft } from "../../../src-preload/model/server-entry.ts";
import { eventsIn, fakeServerEntry } from "../../fixtures/mcp-server/fake-server.ts";
import { FakeModel } from "../../fixtures/turn-ports.ts";
import { guardScript } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { FakeEncryption } from "../settings/fake-encryption.ts";

const draft: ServerDraft = {
  command: "x",
  args: [],
  env: {},
  secretEnv: [],
  cwd: "${workspace}",
  toolPrefix: "",
  enabled: true,
  parallel: false,
  startupTimeoutSeconds: 60,
  callTimeoutSeconds: 120,
  idleTimeoutSeconds: 1_800,
  stderrLevel: "warn",
  promptSection: null,
};

const commented = `{ // mine
  "mcpServers": {
    "a": {
      "command": "node", // why
      "env": { "API_KEY": "plain-key-1", "REF_KEY": "Bearer \${secret:KEPT}", "LANG": "en" }
    },
    "bad": { "args": true }
  }
}
`;

/** What the window can do about servers: each answer has crossed the border's check. */
function settingsOf(text: string | null = commented, chosen: string | null = null) {
  const folder = tempFolder();
  const file = path.join(folder, "mcp.json");
  if (text !== null) writeFileSync(file, text);
  const encryption = new FakeEncryption();
  const redactor = new Redactor();
  const kept = new Secrets({ file: path.join(folder, "secrets.json"), encryption });
  const secrets = new ServerSecrets(kept, redactor);
  const serversFile = new ServersFile({ file, logger: silentLogger });
  const servers = new AppServers({
    serversFile,
    secrets,
    platform: "linux",
    chooseFile: () => Promise.resolve(chosen),
  });
  const handlers = {
    ...serverListHandlers({ servers }),
    ...serverSecretHandlers({ servers }),
    ...serverImportHandlers({ servers }),
  };
  const ask = async <N extends keyof typeof handlers & RequestName>(
    name: N,
    input?: RequestInput<N>,
  ): Promise<RequestOutput<N>> => {
    const handle = handlers[name] as (input: unknown) => unknown;
    const checked: unknown = requests[name].input.parse(input);
    return requests[name].output.parse(await handle(checked)) as RequestOutput<N>;
  };
  const onDisk = () => (existsSync(file) ? readFileSync(file, "utf8") : null);
  return { ask, file, onDisk, secrets, serversFile, redactor, encryption };
}

describe("the list of servers", () => {
  it("has entries, problems and places, and no secret that stands in plain text (M23, S36)", async () => {
    const { ask } = settingsOf();
    const list = await ask("listServers");
    expect(list.entries).toMatchObject([
      {
        name: "a",
        line: 3,
        command: "node",
        callTimeoutSeconds: 120,
        env: {
          API_KEY: { kind: "hidden" },
          REF_KEY: { kind: "value", value: "Bearer ${secret:KEPT}" },
          LANG: { kind: "value", value: "en" },
        },
      },
    ]);
    expect(list.problems).toMatchObject([{ server: "bad", field: "command", line: 7 }]);
    expect(JSON.stringify(list)).not.toContain("plain-key-1");
  });

  it("reveals one value to who asks for it", async () => {
    const { ask } = settingsOf();
    const value = await ask("revealServerVariable", { name: "a", variable: "API_KEY" });
    expect(value).toEqual({ value: "plain-key-1" });
    await expect(
      ask("revealServerVariable", { name: "a", variable: "constructor" }),
    ).rejects.toMatchObject({ code: "server-unknown" });
  });

  it("says that an entry takes the place of the browser that comes with the app", async () => {
    const { ask } = settingsOf('{"mcpServers":{"playwright":{"command":"x"}}}');
    expect((await ask("listServers")).replacesBrowser).toBe(true);
  });
});

describe("saving a server", () => {
  it("adds one, with nothing in the file that needs not be there", async () => {
    const { ask, onDisk } = settingsOf();
    const result = await ask("saveServer", { name: "b", revision: null, draft });
    expect(result.kind).toBe("saved");
    expect(onDisk()).toBe(
      commented.replace(
        '{ "args": true }',
        '{ "args": true },\n    "b": {\n      "command": "x"\n    }',
      ),
    );
  });

  it("keeps a hidden value that was not touched, and every comment (M3, M23)", async () => {
    const { ask, onDisk } = settingsOf();
    const [seen] = (await ask("listServers")).entries;
    const env = { API_KEY: { kind: "kept" }, LANG: { kind: "value", value: "de" } } as const;
    await ask("saveServer", {
      name: "a",
      revision: seen?.revision ?? null,
      draft: { ...draft, command: "node", env },
    });
    expect(onDisk()).toBe(
      commented.replace('"REF_KEY": "Bearer ${secret:KEPT}", "LANG": "en"', '"LANG": "de"'),
    );
  });

  it("names each field that is wrong, and writes nothing", async () => {
    const { ask, onDisk } = settingsOf();
    const wrong = { ...draft, command: " ", toolPrefix: "mcp__", callTimeoutSeconds: 0 };
    const env = { LOST: { kind: "kept" } } as const;
    expect(
      await ask("saveServer", { name: "b", revision: null, draft: { ...wrong, env } }),
    ).toEqual({
      kind: "refused",
      faults: [
        { field: "command", message: "is empty" },
        { field: "toolPrefix", message: "may not begin with mcp__" },
        { field: "callTimeoutSeconds", message: "must be more than 0 seconds" },
        { field: "env.LOST", message: "is not in the file any more" },
      ],
    });
    expect(onDisk()).toBe(commented);
  });

  it("does not write over an entry that was changed meanwhile, nor over one that is there", async () => {
    const { ask, file, onDisk } = settingsOf();
    const [seen] = (await ask("listServers")).entries;
    const changed = commented.replace('"node"', '"deno"');
    writeFileSync(file, changed);
    const save = (revision: string | null) => ask("saveServer", { name: "a", revision, draft });
    await expect(save(seen?.revision ?? null)).rejects.toMatchObject({ code: "server-changed" });
    await expect(save(null)).rejects.toMatchObject({ code: "server-exists" });
    expect(onDisk()).toBe(changed);
  });

  it.each(["saveServer", "removeServer", "setServerEnabled"] as const)(
    "writes no file that is broken: %s (B16.1)",
    async (name) => {
      const broken = commented.slice(0, -4);
      const { ask, file, onDisk } = settingsOf();
      writeFileSync(file, broken);
      const inputs = {
        saveServer: { name: "b", revision: null, draft },
        removeServer: { name: "a" },
        setServerEnabled: { name: "a", enabled: false },
      };
      await expect(ask(name, inputs[name] as never)).rejects.toMatchObject({
        code: "config-broken",
        message: expect.stringMatching(/line \d+, column \d+/) as string,
      });
      expect(onDisk()).toBe(broken);
    },
  );

  it("switches a server off and on, and takes one out, also one that could not be used", async () => {
    const { ask, onDisk } = settingsOf();
    expect((await ask("setServerEnabled", { name: "a", enabled: false })).entries).toMatchObject([
      { name: "a", enabled: false },
    ]);
    expect(onDisk()).toContain("// why");
    const list = await ask("removeServer", { name: "bad" });
    expect(list.problems).toEqual([]);
    expect((await ask("removeServer", { name: "a" })).entries).toEqual([]);
    expect(onDisk()).toContain("// mine");
  });
});

describe("secrets of servers", () => {
  it("are listed by name, with the servers that name them, and never by value (S36)", async () => {
    const { ask, secrets, redactor } = settingsOf();
    const listed = await ask("setServerSecret", { name: "KEPT", value: "kept-value-1" });
    expect(listed).toEqual([{ name: "KEPT", kept: "stored", usedBy: ["a"] }]);
    expect(await secrets.get("KEPT")).toBe("kept-value-1");
    expect(redactor.text("it is kept-value-1")).toBe("it is [REDACTED]");
    expect(await ask("deleteServerSecret", { name: "KEPT" })).toEqual([]);
    expect(await secrets.get("KEPT")).toBeNull();
  });

  it("are kept for this run alone where the system offers no encryption (S35)", async () => {
    const { ask, encryption } = settingsOf();
    encryption.isThere = false;
    expect(await ask("setServerSecret", { name: "KEPT", value: "v" })).toMatchObject([
      { kept: "this-run" },
    ]);
  });

  it("have names that can stand in an entry", async () => {
    const { ask } = settingsOf();
    await expect(ask("setServerSecret", { name: "a}b", value: "v" })).rejects.toThrow("name");
  });
});

const desktop = JSON.stringify({
  mcpServers: {
    a: { command: "node", env: { LANG: "en" } },
    fresh: { command: "y", args: ["--deep"], env: { TOKEN: "plain-token-1" } },
    far: { url: "https://x.example" },
  },
});

const previewed = (settings: ReturnType<typeof settingsOf>, text = desktop) =>
  settings.ask("previewServerImport", { fileName: "claude_desktop_config.json", text });

describe("importing servers (M4)", () => {
  it("shows what is new, the same, different, or not to be taken, and writes nothing", async () => {
    const same = '{"mcpServers":{"same":{"command":"z","parallel":true},"a":{"command":"q"}}}';
    const settings = settingsOf(same);
    const text = JSON.stringify({
      mcpServers: { ...JSON.parse(desktop).mcpServers, same: { command: "z" } } as unknown,
    });
    const { items, client } = await previewed(settings, text);
    expect(client).toBe("claude-desktop");
    expect(items.map(({ name, standing }) => [name, standing])).toEqual([
      ["a", "differs"],
      ["fresh", "new"],
      ["far", "refused"],
      ["same", "same"],
    ]);
    expect(settings.onDisk()).toBe(same);
  });

  it("shows command, arguments and names of variables in full, and no value of a secret (S39)", async () => {
    const long = "x".repeat(4_096);
    const text = JSON.stringify({
      mcpServers: { a: { command: long, args: [long], env: { TOKEN: "plain-token-1" } } },
    });
    const preview = await previewed(settingsOf(null), text);
    expect(preview.items[0]).toMatchObject({
      entry: { command: long, args: [long], envNames: ["TOKEN"] },
      plainSecrets: [{ field: "env.TOKEN", secret: "TOKEN" }],
    });
    expect(JSON.stringify(preview)).not.toContain("plain-token-1");
  });

  it("writes the chosen ones, and moves their secrets into the encrypted store", async () => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    const choices = [{ name: "fresh", as: "mine", moveSecrets: true }];
    const list = await settings.ask("importServers", { importId, choices });
    expect(list.entries.map(({ name }) => name)).toEqual(["a", "mine"]);
    expect(settings.onDisk()).toContain('"TOKEN": "${secret:TOKEN}"');
    expect(settings.onDisk()).not.toContain("plain-token-1");
    expect(await settings.secrets.get("TOKEN")).toBe("plain-token-1");
  });

  it("changes a server of the same name only in what is different", async () => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    await settings.ask("importServers", {
      importId,
      choices: [{ name: "a", as: null, moveSecrets: false }],
    });
    expect(settings.onDisk()).toContain('"command": "node", // why\n      "env": { "LANG": "en" }');
  });

  it("writes all or none, and keeps no secret of what it did not write", async () => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    writeFileSync(settings.file, commented.replace('"node"', '"deno"'));
    const choices = ["fresh", "a"].map((name) => ({ name, as: null, moveSecrets: true }));
    await expect(settings.ask("importServers", { importId, choices })).rejects.toMatchObject({
      code: "server-changed",
    });
    expect(settings.onDisk()).toBe(commented.replace('"node"', '"deno"'));
    expect(await settings.ask("listServerSecrets")).toEqual([]);
  });

  it("writes over no secret that was kept meanwhile", async () => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    await settings.ask("setServerSecret", { name: "TOKEN", value: "another" });
    const choices = [{ name: "fresh", as: null, moveSecrets: true }];
    await expect(settings.ask("importServers", { importId, choices })).rejects.toMatchObject({
      code: "import-gone",
    });
    expect(await settings.secrets.get("TOKEN")).toBe("another");
  });

  it("does not take secrets out of sight where they would not last (S35)", async () => {
    const settings = settingsOf();
    settings.encryption.isThere = false;
    const { importId } = await previewed(settings);
    const choices = [{ name: "fresh", as: null, moveSecrets: true }];
    await expect(settings.ask("importServers", { importId, choices })).rejects.toMatchObject({
      code: "secrets-not-lasting",
    });
    expect(settings.onDisk()).toBe(commented);
    expect(await settings.ask("listServerSecrets")).toEqual([]);
  });

  it.each([
    [{ name: "far", as: null, moveSecrets: false }, "server-unknown"],
    [{ name: "nobody", as: null, moveSecrets: false }, "server-unknown"],
    [{ name: "fresh", as: "a", moveSecrets: false }, "server-exists"],
    [{ name: "fresh", as: " ", moveSecrets: false }, "server-invalid"],
  ])("refuses the choice %j", async (choice, code) => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    const importing = settings.ask("importServers", { importId, choices: [choice] });
    await expect(importing).rejects.toMatchObject({ code });
    expect(settings.onDisk()).toBe(commented);
  });

  it("is over once it is done, or another one is looked at", async () => {
    const settings = settingsOf();
    const { importId } = await previewed(settings);
    await previewed(settings);
    const choices = [{ name: "fresh", as: null, moveSecrets: false }];
    await expect(settings.ask("importServers", { importId, choices })).rejects.toMatchObject({
      code: "import-gone",
    });
  });

  it("reads a file that the person chooses, and does nothing when they change their mind", async () => {
    const chosen = path.join(tempFolder(), "mcp.json");
    writeFileSync(chosen, '\uFEFF{"servers":{"v":{"command":"x"}}}');
    const preview = await settingsOf(null, chosen).ask("chooseServerImport");
    expect(preview).toMatchObject({ client: "vscode", items: [{ name: "v", standing: "new" }] });
    expect(await settingsOf().ask("chooseServerImport")).toBeNull();
    await expect(
      settingsOf(null, path.join(tempFolder(), "gone")).ask("chooseServerImport"),
    ).rejects.toMatchObject({ code: "import-unreadable" });
  });

  it("shows an imported server in open conversations and runs nothing (S39, S40)", async () => {
    const data = tempFolder();
    const log = path.join(data, "log");
    const core = new Core({
      data,
      runtimeRoots: [],
      guardScript,
      appVersion: "0.0.0",
      hostEnv: process.env,
      askLoginShell: false,
      redactor: new Redactor(),
      logger: silentLogger,
      clock: systemClock,
      sandbox: "on",
      mcpFile: path.join(data, "mcp.json"),
      preset: false,
      chosenBrowser: () => null,
    });
    onTestFinished(() => core.close());
    const conversations = core.openRecords({ makeModel: () => Promise.resolve(new FakeModel()) });
    const { id } = conversations.create({ modelId: null, headless: true });
    const kept = new Secrets({ file: path.join(data, "s.json"), encryption: new FakeEncryption() });
    const servers = new AppServers({
      serversFile: core.serversFile,
      secrets: new ServerSecrets(kept, new Redactor()),
      platform: "linux",
      chooseFile: () => Promise.resolve(null),
    });
    const entry = fakeServerEntry({ FAKE_MCP_LOG: log });
    const { importId } = servers.previewImport(JSON.stringify({ mcpServers: { a: entry } }), "m");
    await servers.import(importId, [{ name: "a", as: null, moveSecrets: false }]);
    expect(conversations.live(id).snapshot().servers).toMatchObject([
      { name: "a", state: "not-started", pid: null },
    ]);
    expect(eventsIn(log)).toEqual([]);
  });
});
