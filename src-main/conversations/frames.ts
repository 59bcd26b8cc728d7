import type { FrameFilter, FramePage } from "../../src-preload/model/frame.ts";
import type { Redactor } from "../base/redactor.ts";
import type { Conversations } from "./conversations.ts";

export interface FramesOptions {
  readonly conversations: Conversations;
  readonly redactor: Redactor;
}

/** An export that the person is asked a place for. */
export interface FrameExport {
  readonly fileName: string;
  readonly text: string;
}

/** What a person sees of the messages between the app and the servers of a conversation (M14, M23). */
export class Frames {
  readonly #options: FramesOptions;

  constructor(options: FramesOptions) {
    this.#options = options;
  }

  /** The latest that fit, secrets hidden. Throws `conversation-unknown` and `server-unknown`. */
  read(conversationId: string, server: string, filter: FrameFilter, limit: number): FramePage {
    const { conversations, redactor } = this.#options;
    return conversations.live(conversationId).record(server).page(redactor, filter, limit);
  }

  /** All that are remembered. With `kept` the secrets are in it: only for a person who was warned. */
  async export(
    conversationId: string,
    server: string,
    secrets: "hidden" | "kept",
  ): Promise<FrameExport> {
    const { conversations, redactor } = this.#options;
    const record = conversations.live(conversationId).record(server);
    await record.settled();
    return { fileName: fileNameFor(server), text: record.export({ secrets, redactor }) };
  }
}

/** A server is called what the person likes; a file is not. */
function fileNameFor(server: string): string {
  return `${server.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64)}-frames.jsonl`;
}
