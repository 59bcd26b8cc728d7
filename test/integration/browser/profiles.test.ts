import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Logins, type LoginsOptions } from "../../../src-main/browser/logins.ts";
import { profileFolder } from "../../../src-main/browser/profile.ts";
import { BrowserProfiles } from "../../../src-main/conversations/browser-profiles.ts";
import { profileHandlers } from "../../../src-main/ipc/handlers.ts";
import { processLookup } from "../../../src-main/process/running-programs.ts";
import type { Login } from "../../../src-preload/model/login.ts";
import { requests } from "../../../src-preload/contract/requests.ts";
import { BrowserServer } from "../../support/browser-server.ts";
import { BrowserCore } from "../../support/browser-core.ts";
import { BrowserSite } from "./browser-site.ts";

/** A conversation whose browser has signed in, by a cookie without an end, and is running. */
async function signedIn() {
  const site = await BrowserSite.start();
  const core = await BrowserCore.open();
  const { id, workspace } = core.create();
  const visit = (conversation: string, page: string) =>
    core.turn(conversation, ["browser_navigate", { url: `${site.url}/${page}` }]);
  await visit(id, "sign-in");
  return { site, core, id, workspace, visit };
}

describe("the browser profile of a conversation (M26)", () => {
  it("tells its size and who has it, and is not wiped while its browser runs", async () => {
    const { core, id } = await signedIn();
    const { bytes, holder } = await core.profiles.status(id);
    expect(bytes).toBeGreaterThan(10_000);
    expect(holder?.pid).toBeGreaterThan(0);
    await expect(core.profiles.wipe(id)).rejects.toThrow(/Close that browser/);
  });

  it("keeps the login through a reset, and forgets it when it is wiped", async () => {
    const { site, core, id, visit } = await signedIn();
    await core.conversations.live(id).stopServer("playwright");
    await visit(id, "after-reset");
    expect(site.cookies.get("/after-reset")).toBe("who=ada");
    await core.conversations.live(id).stopServer("playwright");
    await core.profiles.wipe(id);
    expect(await core.profiles.status(id)).toMatchObject({ bytes: 0, holder: null });
    await visit(id, "after-wipe");
    expect(site.cookies.get("/after-wipe")).toBe("");
  });

  it("is gone with the conversation", async () => {
    const { core, id, workspace } = await signedIn();
    await core.conversations.delete(id);
    expect(existsSync(path.dirname(workspace))).toBe(false);
  });
});

describe("a named login (M26)", () => {
  it("signs a new conversation in, also after the one that it came from is gone", async () => {
    const { site, core, id, visit } = await signedIn();
    const login = await core.profiles.saveLogin(id, "Harbour");
    expect(core.logins.list()).toEqual([login]);
    await core.conversations.delete(id);
    const fresh = await core.profiles.createWith(login.id, { modelId: null, headless: true });
    await visit(fresh.id, "fresh");
    expect(site.cookies.get("/fresh")).toBe("who=ada");
    await visit(core.create().id, "other");
    expect(site.cookies.get("/other")).toBe("");
  });

  it("that is unknown makes no conversation", async () => {
    const core = await BrowserCore.open();
    const options = { modelId: null, headless: true };
    await expect(core.profiles.createWith("no", options)).rejects.toThrow(/not there any more/);
    expect(core.conversations.list()).toEqual([]);
  });

  it("cannot be saved of a conversation without a profile", async () => {
    const core = await BrowserCore.open();
    const { id, workspace } = core.create();
    await expect(core.profiles.saveLogin(id, "x")).rejects.toThrow(/No browser has run/);
    expect(existsSync(profileFolder(workspace))).toBe(false);
  });
});

/** Saves no login before it is told to. */
class HeldLogins extends Logins {
  readonly asked: Promise<void>;
  release: () => void = () => {};
  #tellAsked: () => void = () => {};

  constructor(options: LoginsOptions) {
    super(options);
    this.asked = new Promise((resolve) => (this.#tellAsked = resolve));
  }

  override async save(login: Parameters<Logins["save"]>[0]): Promise<Login> {
    this.#tellAsked();
    await new Promise<void>((resolve) => (this.release = resolve));
    return await super.save(login);
  }
}

describe("a profile that is being copied", () => {
  it("lets no browser start until it is done, and then the turn goes on signed in", async () => {
    const { site, core, id, visit } = await signedIn();
    const { data, conversations } = core;
    const folder = path.join(data, "held");
    const logins = new HeldLogins({ folder, clock: Date.now, processes: processLookup });
    const profiles = new BrowserProfiles({
      data,
      conversations,
      logins,
      processes: processLookup,
    });
    const saving = profiles.saveLogin(id, "Harbour");
    await logins.asked;
    const visiting = visit(id, "meanwhile");
    await vi.waitFor(() => expect(stateOf(core, id)).toBe("starting"));
    // A browser that nobody holds up, started later, has opened its page by then.
    await new BrowserServer().call("browser_navigate", { url: site.url });
    expect(stateOf(core, id)).toBe("starting");
    await expect(profiles.saveLogin(id, "Twice")).rejects.toThrow(/Stop the turn first/);
    expect(site.cookies.has("/meanwhile")).toBe(false);
    logins.release();
    expect(await saving).toMatchObject({ name: "Harbour" });
    await visiting;
    expect(site.cookies.get("/meanwhile")).toBe("who=ada");
  });

  it("holds nobody up for good when a turn begins while the browser is being closed for it", async () => {
    const { site, core, id, visit } = await signedIn();
    const saving = core.profiles.saveLogin(id, "Harbour").catch((error: unknown) => error);
    await visit(id, "at-once");
    expect(site.cookies.get("/at-once")).toBe("who=ada");
    expect([undefined, "turn-running"]).toContain(((await saving) as { code?: string }).code);
  });
});

const stateOf = (core: BrowserCore, id: string) =>
  core.conversations.live(id).snapshot().servers[0]?.state;

describe("the requests about profiles and logins", () => {
  it("answer as the contract has it", async () => {
    const { core, id: conversationId } = await signedIn();
    const handlers = profileHandlers({ profiles: core.profiles });
    const name = "Harbour";
    const login = requests.saveLogin.output.parse(
      await handlers.saveLogin({ conversationId, name }),
    );
    const loginId = login.id;
    await handlers.renameLogin({ loginId, name: "Berths" });
    expect(requests.listLogins.output.parse(await handlers.listLogins(undefined))).toEqual([
      { ...login, name: "Berths" },
    ]);
    await handlers.deleteLogin({ loginId });
    expect(await handlers.listLogins(undefined)).toEqual([]);
    const profile = requests.readProfile.output.parse(
      await handlers.readProfile({ conversationId }),
    );
    expect(profile.holder).toBeNull();
    await handlers.wipeProfile({ conversationId });
    expect(await handlers.readProfile({ conversationId })).toMatchObject({ bytes: 0 });
  });
});
