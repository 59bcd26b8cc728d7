import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { TurnEnd } from "../agent/turn-event.ts";
import { tourPrompt, tourScript } from "../tour/tour-script.ts";
import { TourSite } from "../tour/tour-site.ts";
import type { PracticeOptions } from "../models/practice-model.ts";
import { PRACTICE_MODEL_ID } from "./connected-models.ts";
import type { Conversations } from "./conversations.ts";

export interface StartedTour {
  readonly summary: ConversationSummary;
  readonly ended: Promise<TurnEnd>;
}

/** Tours: a conversation each, with the practice model, on a site that is served while it runs. */
export class Tours {
  readonly #conversations: Conversations;
  readonly #siteFolder: string;
  readonly #scripts = new Map<string, PracticeOptions>();

  constructor(conversations: Conversations, siteFolder: string) {
    this.#conversations = conversations;
    this.#siteFolder = siteFolder;
  }

  /** What the practice model follows in this conversation: a tour's script, or its own. */
  practiceFor(conversationId: string): PracticeOptions {
    return this.#scripts.get(conversationId) ?? {};
  }

  async start(headless: boolean): Promise<StartedTour> {
    const site = await TourSite.start(this.#siteFolder);
    try {
      const { id } = this.#conversations.create({
        title: "Tour with the practice model",
        modelId: PRACTICE_MODEL_ID,
        headless,
      });
      this.#scripts.set(id, { script: tourScript(site.url) });
      const conversation = this.#conversations.live(id);
      const { ended } = await conversation.send(tourPrompt(site.url));
      void ended.then(() => site.dispose());
      conversation.change({ title: "Tour with the practice model" });
      return { summary: conversation.summary(), ended };
    } catch (error) {
      site.dispose();
      throw error;
    }
  }
}
