import path from "node:path";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import { isSettled, type ToolCall } from "../../src-preload/model/tool-call.ts";
import { resultForModel } from "../agent/transcript.ts";
import { toFailure } from "../base/errors.ts";
import { alwaysAnswering } from "../conversations/approver.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { nobodyThere } from "../conversations/questions.ts";
import { picturesOf } from "../conversations/picture-reader.ts";
import type { Core } from "../core.ts";
import { createModel } from "../models/create-model.ts";
import type { FileStore } from "../store/files/file-store.ts";
import { openCliCore, print, untilSignalled, type CliPlaces } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { shownBlocks } from "./shown-blocks.ts";
import { EXIT, usageError } from "./usage.ts";

/** Nobody watches the practice model type here. */
const unwatched = { delayMs: 0 };

const PROVIDERS = [
  "anthropic",
  "openai",
  "google",
  "ollama",
  "openai-compatible",
  "practice",
] as const;

/** `run`: one turn of a conversation, each event as one line of JSON. */
export async function run(line: CommandLine, places: CliPlaces): Promise<number> {
  const connection = readConnection(line);
  const prompt = line.required("prompt");
  const approve = line.text("approve") === null ? "none" : line.oneOf("approve", ["all", "none"]);
  const data = path.resolve(line.required("data"));
  const key = process.env["PILOTHOUSE_API_KEY"] ?? null;

  const { core, redactor } = openCliCore(line, data, places);
  if (key) redactor.add(key);
  const work = async (signal: AbortSignal): Promise<number> => {
    await core.prepareRecords();
    const conversations = core.openRecords({
      approver: alwaysAnswering(approve === "all" ? "once" : "not-now"),
      asker: nobodyThere,
      makeModel: (row, store) =>
        Promise.resolve(
          createModel(connection, {
            key,
            readPicture: picturesOf(store.files),
            practice: unwatched,
            tell: (message) =>
              conversations.events.fire({ type: "notice", conversationId: row.id, message }),
          }),
        ),
    });
    const id = openConversation(line, core, conversations);
    print({ type: "conversation", id });
    conversations.events.on(printerFor(core.store.files));
    return await runTurn(conversations, id, prompt, signal);
  };
  return await untilSignalled(work, () => core.close());
}

function readConnection(line: CommandLine) {
  const provider = line.oneOf("provider", PROVIDERS);
  const baseUrl = line.text("base-url");
  if (provider === "openai-compatible" && baseUrl === null)
    throw usageError("--base-url is missing.");
  const model =
    provider === "practice" ? (line.text("model") ?? "practice") : line.required("model");
  return { provider, baseUrl, model };
}

function openConversation(line: CommandLine, core: Core, conversations: Conversations): string {
  const headless = line.has("headless") || (!line.has("headed") && core.startsHeadless(undefined));
  const id = line.text("conversation");
  if (id === null) return conversations.create({ modelId: null, headless }).id;
  if (!conversations.list().some((known) => known.id === id)) {
    throw usageError(`--conversation: there is no conversation ${id} in this data folder.`);
  }
  return id;
}

async function runTurn(
  conversations: Conversations,
  id: string,
  prompt: string,
  signal: AbortSignal,
): Promise<number> {
  const conversation = conversations.live(id);
  try {
    const { ended } = await conversation.send(prompt);
    signal.addEventListener("abort", () => void conversation.stop());
    if (signal.aborted) await conversation.stop();
    const { reason, usage, ...rest } = await ended;
    const error = "failure" in rest ? { error: rest.failure } : {};
    print({ type: "turn-end", reason, ...error, usage });
    return EXIT[reason];
  } catch (error) {
    print({ type: "turn-end", reason: "failed", error: toFailure(error), usage: null });
    return EXIT.failed;
  }
}

/** Prints what happens in the turn, each call once as asked and once as answered. */
function printerFor(files: FileStore): (event: AppEvent) => void {
  const asked = new Set<string>();
  const answered = new Set<string>();
  const first = (known: Set<string>, id: string) => !known.has(id) && known.add(id);
  return (event) => {
    if (event.type === "message-delta" && event.kind === "text") {
      print({ type: "text-delta", text: event.delta });
    } else if (event.type === "notice") {
      print({ type: "notice", message: event.message });
    } else if (event.type === "tool-call-changed" && event.toolCall.state !== "writing") {
      const { toolCall } = event;
      if (first(asked, toolCall.id)) print(callLine(toolCall));
      if (isSettled(toolCall.state) && first(answered, toolCall.id))
        print(resultLine(toolCall, files));
    }
  };
}

function callLine({ id, server, tool, name, arguments: args }: ToolCall) {
  return { type: "tool-call", id, server, tool, name, arguments: args };
}

function resultLine(call: ToolCall, files: FileStore) {
  const { startedAt, finishedAt } = call;
  return {
    type: "tool-result",
    id: call.id,
    isError: call.result ? call.result.isError : true,
    content: shownBlocks(call.result?.content ?? [], files),
    model: shownBlocks(resultForModel(call), files),
    durationMs: startedAt !== null && finishedAt !== null ? finishedAt - startedAt : 0,
  };
}
