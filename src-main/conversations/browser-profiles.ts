import { existsSync, rmSync } from "node:fs";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { Login, ProfileStatus } from "../../src-preload/model/login.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Logins } from "../browser/logins.ts";
import { BROWSER_SERVER } from "../browser/preset.ts";
import { copyProfile, folderSize, profileFolder, wipeProfile } from "../browser/profile.ts";
import { profileHolder, refuseWhileInUse, type ProcessLookup } from "../browser/profile-lock.ts";
import type { Conversations, NewConversation } from "./conversations.ts";
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

  /** Forgets all logins of the conversation. Throws `profile-in-use` while its browser runs. */
  async wipe(conversationId: string): Promise<void> {
    const { conversations, processes } = this.#options;
    const profile = this.#profileOf(conversationId);
    this.#refuseInTurn(conversationId);
    refuseWhileInUse(profile, processes);
    // A server whose browser is closed would open its next one without the profile being prepared.
    await conversations.live(conversationId).stopServer(BROWSER_SERVER);
    await wipeProfile(profile, processes);
  }

  /**
   * Closes the conversation's browser, which writes its last cookies by that, and keeps its profile
   * under the name. Throws an `AppError` `turn-running`, and those of {@link Logins.save}.
   */
  async saveLogin(conversationId: string, name: string): Promise<Login> {
    this.#refuseInTurn(conversationId);
    const conversation = this.#options.conversations.live(conversationId);
    await conversation.stopServer(BROWSER_SERVER);
    const profile = this.#profileOf(conversationId);
    return await this.#options.logins.save({ name, from: conversation.summary().title, profile });
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
    this.#refuseInTurn(conversationId);
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

  #refuseInTurn(conversationId: string): void {
    if (!this.#options.conversations.live(conversationId).isRunning) return;
    throw new AppError("turn-running", "Stop the turn first: the browser is in use.");
  }
}
