import path from "node:path";
import { onTestFinished } from "vitest";
import type { BrowserOptions } from "../../src-preload/model/browser-options.ts";
import { silentLogger } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import { Logins } from "../../src-main/browser/logins.ts";
import { alwaysAnswering, type Approver } from "../../src-main/conversations/approver.ts";
import { BrowserProfiles } from "../../src-main/conversations/browser-profiles.ts";
import type { Conversations } from "../../src-main/conversations/conversations.ts";
import { picturesOf } from "../../src-main/conversations/picture-reader.ts";
import { workspaceFolder } from "../../src-main/conversations/folders.ts";
import { Core } from "../../src-main/core.ts";
import { createModel } from "../../src-main/models/create-model.ts";
import { processLookup } from "../../src-main/process/running-programs.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { ModelServer } from "../fixtures/model-server/model-server.ts";
import { browserEnvironment, sandbox } from "./browser.ts";
import { guardScript } from "./launch-context.ts";
import { tempFolder } from "./temp-folder.ts";

/** All rooms below the window, with the real browser and a scripted model; closed with the test. */
export class BrowserCore {
  readonly data = tempFolder();
  readonly conversations: Conversations;
  readonly logins: Logins;
  readonly profiles: BrowserProfiles;
  readonly redactor = new Redactor();
  readonly model: ModelServer;

  private constructor(
    model: ModelServer,
    browserOptions: BrowserOptions | null,
    approver: Approver,
  ) {
    const { data } = this;
    this.model = model;
    const core = new Core({
      data,
      runtimeRoots: [path.resolve(import.meta.dirname, "../../resources/runtime")],
      guardScript,
      appVersion: "0.0.0",
      askLoginShell: false,
      hostEnv: { ...process.env, ...browserEnvironment(data) },
      redactor: this.redactor,
      logger: silentLogger,
      clock: Date.now,
      sandbox,
      mcpFile: null,
      preset: true,
      chosenBrowser: () => null,
      ...(browserOptions ? { browserOptions: () => browserOptions } : {}),
    });
    const connection = {
      provider: "openai-compatible",
      baseUrl: model.openAiUrl,
      model: "m",
    } as const;
    this.conversations = core.openRecords({
      makeModel: () =>
        Promise.resolve(
          createModel(connection, { key: null, readPicture: picturesOf(core.store.files) }),
        ),
      approver,
    });
    onTestFinished(() => core.close());
    const processes = processLookup;
    this.logins = new Logins({ folder: path.join(data, "logins"), clock: Date.now, processes });
    const { conversations, logins } = this;
    this.profiles = new BrowserProfiles({ data, conversations, logins, processes });
  }

  static async open(
    browserOptions: BrowserOptions | null = null,
    approver: Approver = alwaysAnswering("once"),
  ): Promise<BrowserCore> {
    const model = await new ModelServer().start();
    onTestFinished(() => model.close());
    return new BrowserCore(model, browserOptions, approver);
  }

  create(): { readonly id: string; readonly workspace: string } {
    const { id } = this.conversations.create({ modelId: null, headless: true });
    return { id, workspace: workspaceFolder(this.data, id) };
  }

  /** One turn in which the model asks for these calls, each in a step of its own; resolves with them as kept. */
  async turn(
    conversationId: string,
    ...calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[]
  ): Promise<readonly ToolCall[]> {
    for (const [name, args] of calls) {
      this.model.enqueue({ toolCalls: [{ name, arguments: args }] });
    }
    this.model.enqueue({ text: "Done." });
    const conversation = this.conversations.live(conversationId);
    const { ended } = await conversation.send("Do it");
    await ended;
    return conversation.snapshot().toolCalls.slice(-calls.length);
  }
}
