import { StringDecoder } from "node:string_decoder";
import { MAX_SHOWN_TEXT_CHARS } from "../../src-preload/contract/limits.ts";
import { AppError } from "../base/errors.ts";
import type { FileStore } from "../store/files/file-store.ts";
import type { Conversations } from "./conversations.ts";

export interface FullTextsOptions {
  readonly conversations: Conversations;
  readonly files: () => FileStore;
}

export interface FullText {
  readonly text: string;
  /** False where it is longer than the window takes. */
  readonly isWhole: boolean;
}

/** The whole texts of results of which the model got a part (M21). Secrets were hidden when they were kept. */
export class FullTexts {
  readonly #options: FullTextsOptions;

  constructor(options: FullTextsOptions) {
    this.#options = options;
  }

  /** Throws an `AppError` `conversation-unknown`, or `text-gone` where the call has none or its file is missing. */
  read(conversationId: string, callId: string): FullText {
    const { toolCalls } = this.#options.conversations.live(conversationId).snapshot();
    const file = toolCalls.find(({ id }) => id === callId)?.result?.fullText?.file;
    const bytes = file === undefined ? null : this.#options.files().read(file);
    if (bytes === null) throw new AppError("text-gone", "This text is not there any more.");
    const isWhole = bytes.length <= MAX_SHOWN_TEXT_CHARS;
    // As many bytes as characters at most, and no half of a character at the end.
    const shown = Buffer.from(bytes.subarray(0, MAX_SHOWN_TEXT_CHARS));
    return { text: new StringDecoder("utf8").write(shown), isWhole };
  }
}
