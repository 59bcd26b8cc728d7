import type { CatalogueStatus } from "../../../src-preload/model/catalogue.ts";
import type { Failure } from "../../../src-preload/model/failure.ts";
import type { Knowledge } from "../catalogue/catalogue.ts";
import type { NameWarning } from "../catalogue/names.ts";
import type { PinReview } from "../catalogue/tool-pins.ts";
import type { ToolList } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";

/** What the panel and `/mcp` show of a server's tools. */
export interface ToolsStatus {
  /** By the server's own names; null where none are known. */
  readonly tools: readonly string[] | null;
  readonly failure: Failure | null;
  /** When the question to a server of which nothing is known began, in milliseconds since 1970; else null. */
  readonly askedSince: number | null;
  /** That server is being fetched first. */
  readonly isInstalling: boolean;
  readonly catalogue: CatalogueStatus;
}

/** Changed tools that are shown at a time, with all their differences: the next come when these are approved. */
const MAX_HELD_BACK = 50;

/** All that a status is made of. */
export interface StatusFacts {
  readonly config: ServerConfig;
  readonly knowledge: Knowledge;
  readonly live: ToolList | null;
  readonly review: PinReview;
  readonly warnings: readonly NameWarning[];
}

/** Whether the same status comes of both. */
export function isSame(one: StatusFacts, other: StatusFacts): boolean {
  return (
    one.config === other.config &&
    one.knowledge === other.knowledge &&
    one.live === other.live &&
    one.review === other.review &&
    one.warnings === other.warnings
  );
}

export function statusOf({ config, knowledge, live, review, warnings }: StatusFacts): ToolsStatus {
  const { heldBack, newTools, accepted } = review;
  const list = live ?? knowledge.list;
  const more = heldBack.length - MAX_HELD_BACK;
  const names = accepted.map(({ tool }) => tool);
  const renamed = warnings.filter(({ servers }) => servers.includes(config.name));
  return {
    tools: list ? names.filter((tool) => !config.hiddenTools.includes(tool)) : null,
    failure: knowledge.kind === "failed" && !live ? knowledge.failure : null,
    askedSince: knowledge.kind === "refreshing" && !list ? knowledge.since : null,
    isInstalling: knowledge.kind === "refreshing" && knowledge.isInstalling,
    catalogue: {
      state: live ? "live" : knowledge.kind,
      problems: [
        ...(list?.problems ?? []),
        ...renamed.map(({ message }) => message),
        ...(more > 0 ? [`${more} more tools have changed and are held back.`] : []),
      ],
      heldBack: heldBack.slice(0, MAX_HELD_BACK),
      newTools,
    },
  };
}
