import { onTestFinished } from "vitest";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ModelPort } from "../../src-main/agent/ports.ts";
import { systemClock } from "../../src-main/base/clock.ts";
import { alwaysAnswering } from "../../src-main/conversations/approver.ts";
import { Conversations } from "../../src-main/conversations/conversations.ts";
import { Catalogue } from "../../src-main/mcp/catalogue/catalogue.ts";
import type { ServerConfig } from "../../src-main/mcp/config/server-config.ts";
import type { LaunchContext } from "../../src-main/mcp/connection/launch.ts";
import { openStore, type Store } from "../../src-main/store/store.ts";
import { launchContext } from "./launch-context.ts";
import { tempFolder } from "./temp-folder.ts";

export interface ConversationsUnderTest {
  readonly conversations: Conversations;
  readonly data: string;
  readonly store: Store;
  /** Everything that was told, in order. */
  readonly events: readonly AppEvent[];
  /** A conversation with the servers of the test. */
  readonly create: () => string;
}

export interface TestParts {
  readonly model: ModelPort;
  readonly servers?: readonly ServerConfig[];
  readonly launch?: LaunchContext;
}

/** Conversations on a data folder of the test's own, in which every call is allowed. */
export function conversationsWith(parts: TestParts): ConversationsUnderTest {
  const launch = parts.launch ?? launchContext();
  const data = tempFolder();
  const store = openStore(data);
  onTestFinished(() => store.close());
  const conversations = new Conversations({
    data,
    store,
    redactor: launch.redactor,
    clock: systemClock,
    catalogue: new Catalogue(launch, systemClock),
    launch,
    serversFor: () => parts.servers ?? [],
    makeModel: () => Promise.resolve(parts.model),
    approver: alwaysAnswering("once"),
  });
  onTestFinished(() => conversations.close());
  const events: AppEvent[] = [];
  conversations.events.on((event) => events.push(event));
  const create = () => conversations.create({ title: "t", modelId: null, headless: true }).id;
  return { conversations, data, store, events, create };
}
