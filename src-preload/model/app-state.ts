import { z } from "zod";
import { ConversationSummary } from "./conversation.ts";
import { RecordsStatus } from "./records.ts";
import { RuntimeStatus, Settings } from "./settings.ts";

/** All that the window needs before a conversation is opened. */
export const AppState = z
  .object({
    conversations: z.array(ConversationSummary).readonly(),
    settings: Settings,
    runtime: RuntimeStatus,
    versions: z
      .object({ app: z.string(), electron: z.string(), browserServer: z.string() })
      .readonly(),
    /** Whether the system can encrypt keys. */
    encryption: z.enum(["available", "unavailable"]),
    /** Absent: nothing is wrong with them. */
    records: RecordsStatus.optional(),
    platform: z.enum(["linux", "darwin", "win32"]),
  })
  .readonly();
export type AppState = z.infer<typeof AppState>;
