import path from "node:path";

/** The folder of a conversation, with all that belongs to it. */
export function conversationFolder(data: string, conversationId: string): string {
  return path.join(data, "conversations", conversationId);
}

/** Where its servers run and save files; never chosen, never shared (M2). */
export function workspaceFolder(data: string, conversationId: string): string {
  return path.join(conversationFolder(data, conversationId), "workspace");
}
