import path from "node:path";
import { onTestFinished } from "vitest";
import { loggerTo, type Logger } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import { FrameRecord } from "../../src-main/mcp/connection/frame-record.ts";
import type { CallOptions } from "../../src-main/mcp/connection/session.ts";
import { startServer } from "../../src-main/mcp/connection/start-server.ts";
import { fakeServer, type FakeServerOptions } from "../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "./launch-context.ts";
import { tempFolder } from "./temp-folder.ts";

export interface ServerUnderTestOptions extends FakeServerOptions {
  readonly redactor?: Redactor;
  readonly maxLineBytes?: number;
}

/** A session with the fake server, and all that is known of it. */
export async function serverUnderTest(options: ServerUnderTestOptions = {}) {
  const { redactor = new Redactor(), maxLineBytes, ...server } = options;
  const lines: string[] = [];
  const logger: Logger = loggerTo((_level, message) => lines.push(message));
  const log = path.join(tempFolder(), "log");
  const record = new FrameRecord();
  const workspace = tempFolder();
  const context = {
    ...launchContext({ redactor }),
    logger,
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  };
  const config = fakeServer({ log, ...server });
  const { session, process } = await startServer(config, workspace, context, { record });
  onTestFinished(() => void process.stop());
  const call = (tool: string, args = {}, more: Partial<CallOptions> = {}) =>
    session.callTool(tool, args, {
      signal: new AbortController().signal,
      timeoutMs: 10_000,
      ...more,
    });
  return { session, process, call, record, redactor, workspace, log, lines };
}

/** The one text of a result. */
export function textOf(result: Readonly<Record<string, unknown>>): string {
  const [block] = (result["content"] ?? []) as { readonly text?: string }[];
  return block?.text ?? "";
}
