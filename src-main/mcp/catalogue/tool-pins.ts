import type { HeldBackTool } from "../../../src-preload/model/catalogue.ts";
import { AppError } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import { toFailureLogged, type Logger } from "../../base/logger.ts";
import { differencesBetween } from "./declaration-difference.ts";
import { sha256 } from "./kept-lists.ts";
import type { Pin, PinStore } from "./pin-file.ts";
import type { ServerTool } from "./tool.ts";

/** Most declarations of one tool that are accepted side by side: it may differ from one conversation to the next. */
const MAX_ACCEPTED = 8;

/** A tool in the version that a person has looked at. */
export interface SeenTool {
  readonly tool: string;
  readonly hash: string;
}

/** Which of a server's tools may be used. */
export interface PinReview {
  readonly accepted: readonly ServerTool[];
  readonly heldBack: readonly HeldBackTool[];
  readonly newTools: readonly SeenTool[];
}

interface KnownPins {
  /** By the server's own name; null before the server was first seen. */
  readonly pins: ReadonlyMap<string, Pin> | null;
}

/**
 * Holds every tool to what it was when the person accepted it (S42). The first list of a server is
 * accepted as a whole, a tool that comes later is offered and marked as new, one that changes is held
 * back until the person has approved the difference. Servers are told apart by their configured names.
 */
export class ToolPins {
  /** Tells the server whose accepted tools are others now. */
  readonly changed = new Emitter<string>();
  readonly #store: PinStore;
  readonly #logger: Logger;
  readonly #known = new Map<string, KnownPins>();
  /** Lists that were learnt, and what came of them: every call asks. */
  readonly #learned = new WeakSet<readonly ServerTool[]>();
  readonly #reviews = new WeakMap<readonly ServerTool[], { of: KnownPins; review: PinReview }>();

  constructor(store: PinStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Remembers the tools that it has not met before; to be called before they are offered. */
  learn(server: string, tools: readonly ServerTool[]): void {
    if (this.#learned.has(tools)) return;
    this.#learned.add(tools);
    const { pins } = this.#pinsOf(server);
    const unknown = tools.filter(({ tool }) => !pins?.has(tool));
    if (pins && unknown.length === 0) return;
    const isNew = pins !== null;
    const met = unknown.map((tool) => [tool.tool, pinOf(tool, isNew)] as const);
    this.#keep(server, new Map([...(pins ?? []), ...met]));
  }

  /** Only reads. */
  review(server: string, tools: readonly ServerTool[]): PinReview {
    const known = this.#pinsOf(server);
    const before = this.#reviews.get(tools);
    if (before?.of === known) return before.review;
    const review = reviewOf(tools, known.pins);
    this.#reviews.set(tools, { of: known, review });
    return review;
  }

  /**
   * The person accepts these tools exactly as they have seen them. Throws an `AppError`
   * `tool-changed-again` when a tool is not that any more, and then accepts none.
   */
  approve(server: string, seen: readonly SeenTool[], tools: readonly ServerTool[]): void {
    const pins = new Map(heldTo(this.#pinsOf(server).pins, tools));
    for (const { tool: name, hash } of seen) {
      const tool = tools.find((one) => one.tool === name && sha256(one.declaration) === hash);
      if (!tool) throw changedAgain(server, name);
      pins.set(name, approved(pins.get(name), tool, hash));
    }
    this.#store.write(server, [...pins.values()]);
    this.#remember(server, pins);
  }

  /** What cannot be written down holds in this run. */
  #keep(server: string, pins: ReadonlyMap<string, Pin>): void {
    try {
      this.#store.write(server, [...pins.values()]);
    } catch (error) {
      this.#logger.warn(toFailureLogged(error, this.#logger).message);
    }
    this.#remember(server, pins);
  }

  #remember(server: string, pins: ReadonlyMap<string, Pin>): void {
    this.#known.set(server, { pins });
    this.changed.fire(server);
  }

  #pinsOf(server: string): KnownPins {
    const known = this.#known.get(server) ?? this.#read(server);
    this.#known.set(server, known);
    return known;
  }

  #read(server: string): KnownPins {
    const kept = this.#store.read(server);
    if (kept.kind === "pins") return { pins: new Map(kept.pins.map((pin) => [pin.tool, pin])) };
    return { pins: kept.kind === "lost" ? new LostPins() : null };
  }
}

/** A server that was never seen has no pins, and all of it is accepted. */
function reviewOf(tools: readonly ServerTool[], pins: ReadonlyMap<string, Pin> | null): PinReview {
  const accepted: ServerTool[] = [];
  const heldBack: HeldBackTool[] = [];
  const newTools: SeenTool[] = [];
  for (const tool of tools) {
    const pin = pins?.get(tool.tool);
    const hash = sha256(tool.declaration);
    if (pin && !pin.hashes.includes(hash)) heldBack.push(toHeldBack(tool, hash, pin));
    else accepted.push(tool);
    if (pin?.isNew === true && pin.hashes.includes(hash)) newTools.push({ tool: tool.tool, hash });
  }
  return { accepted, heldBack, newTools };
}

/** In place of pins that cannot be read: every tool has one, and it fits nothing. */
class LostPins extends Map<string, Pin> {
  override has(_tool: string): boolean {
    return true;
  }

  override get(tool: string): Pin {
    return super.get(tool) ?? { tool, hashes: [], declaration: "", isNew: false };
  }
}

/** Where pins were lost, what is not approved now stays held back. */
function heldTo(
  pins: ReadonlyMap<string, Pin> | null,
  tools: readonly ServerTool[],
): Iterable<readonly [string, Pin]> {
  if (!(pins instanceof LostPins)) return pins ?? [];
  return tools.map(({ tool }) => [tool, pins.get(tool)] as const);
}

function pinOf({ tool, declaration }: ServerTool, isNew: boolean): Pin {
  return { tool, hashes: [sha256(declaration)], declaration, isNew };
}

function approved(pin: Pin | undefined, tool: ServerTool, hash: string): Pin {
  const others = (pin?.hashes ?? []).filter((known) => known !== hash);
  const hashes = [...others, hash].slice(-MAX_ACCEPTED);
  return { ...pinOf(tool, false), hashes };
}

function toHeldBack({ tool, declaration }: ServerTool, hash: string, pin: Pin): HeldBackTool {
  return { tool, hash, differences: differencesBetween(pin.declaration, declaration) };
}

function changedAgain(server: string, tool: string): AppError {
  return new AppError(
    "tool-changed-again",
    `The tool "${tool}" of the server "${server}" is not what you have looked at any more. Look at it again.`,
  );
}
