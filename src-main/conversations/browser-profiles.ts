import { existsSync, rmSync } from "node:fs";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { Login, ProfileStatus } from "../../src-preload/model/login.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Logins } from "../browser/logins.ts";
import { BROWSER_SERVER } from "../browser/preset.ts";
import { copyProfile, folderSize, profileFolder, wipeProfile } from "../browser/profile.ts";
import { profileHolder, refuseWhileInUse, type ProcessLookup } from "../browser/profile-lock.ts";
import { withProfileToItself } from "../browser/profile-work.ts";
import type { Conversations, NewConversation } from "./conversations.ts";
import type { LiveConversation } from "./live-conversation.ts";
import { conversationFolder, workspaceFolder } from "./folders.ts";
import { copyWorkspace } from "./fork.ts";

export interface BrowserProfilesOptions {
  readonly data: string;
  readonly conversations: Conversations;
  readonly logins: Logins;
  readonly processes: ProcessLookup;
}

/** What a person does with the browser profiles of conversations (M26). */
export class BrowserProfiles {
  readonly #options: BrowserProfilesOptions;

  constructor(options: BrowserProfilesOptions) {
    this.#options = options;
  }

  /** Those that can be chosen from. */
  get logins(): Logins {
    return this.#options.logins;
  }

  /** How large it is, and who has it. */
  async status(conversationId: string): Promise<ProfileStatus> {
    const profile = this.#profileOf(conversationId);
    const holder = profileHolder(profile, this.#options.processes);
    return { ...(await folderSize(profile)), holder };
  }

  /**
   * Forgets all logins of the conversation; no browser of it starts meanwhile. Throws `profile-in-use`
   * while its browser runs, `turn-running`, `browser-handed-over` and `profile-busy`.
   */
  async wipe(conversationId: string): Promise<void> {
    const { processes } = this.#options;
    const profile = this.#profileOf(conversationId);
    this.#options.conversations.live(conversationId).refuseUnlessBrowserIsFree();
    refuseWhileInUse(profile, processes);
    await this.#withoutBrowser(conversationId, profile, () => wipeProfile(profile, processes));
  }

  /**
   * Closes the conversation's browser, which writes its last cookies by that, and keeps its profile
   * under the name; no browser of it starts meanwhile. Throws an `AppError` `turn-running`,
   * `browser-handed-over`, `profile-busy`, and those of {@link Logins.save}.
   */
  async saveLogin(conversationId: string, name: string): Promise<Login> {
    const { logins, conversations } = this.#options;
    const profile = this.#profileOf(conversationId);
    const conversation = conversations.live(conversationId);
    conversation.refuseUnlessBrowserIsFree();
    const from = conversation.summary().title;
    return await this.#withoutBrowser(conversationId, profile, () =>
      logins.save({ name, from, profile }),
    );
  }

  /** A new conversation that begins with the login. Throws an `AppError` `login-unknown`; none is made then. */
  async createWith(loginId: string, options: NewConversation): Promise<ConversationSummary> {
    const { data, conversations, logins } = this.#options;
    const id = options.id ?? newId();
    try {
      await logins.copyTo(loginId, profileFolder(workspaceFolder(data, id)));
      return conversations.create({ ...options, id });
    } catch (error) {
      rmSync(conversationFolder(data, id), { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * A conversation that goes on from a message of another one, with a copy of its workspace, and of its
   * logins if asked. Throws an `AppError` `turn-running`, and `profile-in-use` where the profile is to be
   * copied and its browser runs; none is made then.
   */
  async fork(
    { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
    { withProfile }: { readonly withProfile: boolean },
  ): Promise<ConversationSummary> {
    const { data, conversations, processes } = this.#options;
    this.#options.conversations.live(conversationId).refuseUnlessBrowserIsFree();
    const id = newId();
    const to = workspaceFolder(data, id);
    try {
      await copyWorkspace(workspaceFolder(data, conversationId), to);
      const profile = this.#profileOf(conversationId);
      if (withProfile && existsSync(profile)) {
        await copyProfile(profile, profileFolder(to), processes);
      }
      return conversations.fork(conversationId, messageId, id);
    } catch (error) {
      rmSync(conversationFolder(data, id), { recursive: true, force: true });
      throw error;
    }
  }

  #profileOf(conversationId: string): string {
    // A name that is no conversation's leads nowhere on the disk.
    const { id } = this.#options.conversations.live(conversationId);
    return profileFolder(workspaceFolder(this.#options.data, id));
  }

  /**
   * The server is stopped before: one whose browser is closed would open its next without asking. It is
   * stopped before the profile is closed too, as a start that waits for the profile would never end.
   */
  async #withoutBrowser<T>(
    conversationId: string,
    profile: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const conversation = this.#options.conversations.live(conversationId);
    await conversation.closeBrowser();
    return await withProfileToItself(profile, async () => {
      // A turn may have begun meanwhile, and its server may have looked at the profile already.
      if (hasServer(conversation)) {
        conversation.refuseUnlessBrowserIsFree();
        throw browserInUse();
      }
      return await work();
    });
  }
}

/** In any of these states it has passed its profile already, or is about to leave it. */
function hasServer(conversation: LiveConversation): boolean {
  const state = conversation.snapshot().servers.find(({ name }) => name === BROWSER_SERVER)?.state;
  return state === "starting" || state === "running" || state === "stopping";
}

function browserInUse(): AppError {
  return new AppError("turn-running", "The browser is in use. Try again when it has ended.");
}
