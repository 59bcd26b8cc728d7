import { processesWith } from "../test/support/processes.ts";
import { absolute, type Figure } from "./figure.ts";
import { timed, Workshop } from "./workshop.ts";

const CONVERSATIONS = 20;
const WITH_BROWSER = 5;
const MARK_MS = 5_000;

/** Quits with many conversations, some of them with a browser open; nothing may be left. */
export async function quit(): Promise<readonly Figure[]> {
  const workshop = await Workshop.open();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const conversations = Array.from({ length: CONVERSATIONS }, (_, index) =>
    workshop.conversation(`quit-${index}`),
  );
  for (const [index, servers] of conversations.entries()) {
    const call = index < WITH_BROWSER ? "browser_navigate" : "browser_close";
    await servers.call(
      "playwright",
      call,
      index < WITH_BROWSER ? { url: workshop.site.url } : {},
      options,
    );
  }
  const ms = await timed(() => workshop.core.close());
  const left = processesWith(workshop.folder).filter(
    ({ command }) => !command.includes("guard.js"),
  ).length;
  await workshop.close();
  return [
    absolute(
      `quit with ${CONVERSATIONS} conversations, ${WITH_BROWSER} browsers open`,
      "ms",
      ms,
      MARK_MS,
    ),
    absolute("processes left after it", "processes", left, 0),
  ];
}
