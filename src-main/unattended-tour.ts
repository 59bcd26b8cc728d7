import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AppEvent } from "../src-preload/contract/events.ts";
import { isPicture, type Picture } from "../src-preload/model/content.ts";
import type { ToolCall } from "../src-preload/model/tool-call.ts";
import type { Conversations } from "./conversations/conversations.ts";
import type { Tours } from "./conversations/tours.ts";
import type { FileStore } from "./store/files/file-store.ts";
import { TourRecorder, type TourStep } from "./tour/tour-recorder.ts";

export interface TourVersions {
  readonly app: string;
  readonly electron: string;
  readonly chromium: string;
  readonly playwrightMcp: string;
}

export interface UnattendedTourOptions {
  readonly conversations: Conversations;
  readonly tours: Tours;
  readonly files: FileStore;
  readonly folder: string;
  readonly versions: TourVersions;
  readonly browserSandbox: "on" | "off";
  readonly print: (line: string) => void;
}

/** Fewer steps than this, and the tour broke off before its end. */
const LEAST_STEPS = 5;

/**
 * Takes the tour without anyone clicking: answers its questions, prints a line for each step, and
 * leaves `tour.json` and the pictures in the folder. Resolves to whether every step did what it should.
 */
export async function takeTour(options: UnattendedTourOptions): Promise<boolean> {
  const { conversations, tours, folder, print } = options;
  mkdirSync(folder, { recursive: true });
  const answering = conversations.events.on((event) => answer(conversations, event));
  const printing = conversations.events.on(stepPrinter(print));
  try {
    const { summary, ended } = await tours.start(true);
    conversations.open(summary.id);
    const end = await ended;
    const { toolCalls } = conversations.open(summary.id);
    const steps = recordSteps(summary.id, toolCalls);
    const pictures = copyPictures(toolCalls, options);
    const ok = end.reason === "finished" && steps.length >= LEAST_STEPS && steps.every(isOk);
    writeReport(options, { steps, pictures, ok });
    if (end.reason === "failed") print(`failed: ${end.failure.message}`);
    return ok;
  } finally {
    answering.dispose();
    printing.dispose();
  }
}

const isOk = (step: TourStep): boolean => step.outcome === "ok";

/** What a person who takes the tour would click. */
function answer(conversations: Conversations, event: AppEvent): void {
  if (event.type !== "approval-requested") return;
  const { id, answers } = event.approval;
  conversations.approvals.answer(id, answers.includes("site") ? "site" : "once");
}

function stepPrinter(print: (line: string) => void): (event: AppEvent) => void {
  const printed = new Set<string>();
  return (event) => {
    if (event.type !== "tool-call-changed" || event.toolCall.finishedAt === null) return;
    const { id, conversationId } = event.toolCall;
    if (printed.has(id)) return;
    printed.add(id);
    const [step] = recordSteps(conversationId, [event.toolCall]);
    if (step) print(`${step.outcome.padEnd(6)} ${step.tool} (${step.durationMs} ms)`);
  };
}

function recordSteps(conversationId: string, calls: readonly ToolCall[]): readonly TourStep[] {
  const recorder = new TourRecorder(conversationId);
  for (const toolCall of calls) recorder.onEvent({ type: "tool-call-changed", toolCall });
  return recorder.steps;
}

/** Names in the order of their making, so that they sort as they came. */
function copyPictures(
  calls: readonly ToolCall[],
  { files, folder }: UnattendedTourOptions,
): readonly string[] {
  const pictures = calls.flatMap((call) => call.result?.content.filter(isPicture) ?? []);
  return pictures.map((picture: Picture, index) => {
    const name = `${String(index + 1).padStart(2, "0")}-${picture.width}x${picture.height}.png`;
    copyFileSync(files.path(picture.file), path.join(folder, name));
    return name;
  });
}

function writeReport(
  { folder, versions, browserSandbox }: UnattendedTourOptions,
  { steps, pictures, ok }: { steps: readonly TourStep[]; pictures: readonly string[]; ok: boolean },
): void {
  const report = { versions, browserSandbox, ok, steps, files: pictures };
  writeFileSync(path.join(folder, "tour.json"), `${JSON.stringify(report, null, 2)}\n`);
}
