import type { Page } from "@playwright/test";
import type { ModelServer } from "../fixtures/model-server/model-server.ts";
import { approval, expect, send, thread } from "./app.ts";

/** Asks for a page and allows it once; resolves when the answer is there. */
export async function visit(
  window: Page,
  model: ModelServer,
  url: string,
  answer: string,
): Promise<void> {
  model.enqueue(
    { toolCalls: [{ name: "browser_navigate", arguments: { url } }] },
    { text: answer },
  );
  await send(window, `Open ${url}`);
  const done = thread(window).getByText(answer);
  const once = approval(window).getByRole("button", { name: "Once" });
  await once.or(done).first().waitFor();
  // What the person has not in sight cannot be answered yet.
  if (await once.isVisible()) {
    await once.scrollIntoViewIfNeeded();
    await once.click();
  }
  await expect(done).toBeVisible();
}

/** What the model was sent with its latest request, the page's snapshot among it. */
export const lastSeen = (model: ModelServer): string => JSON.stringify(model.requests.at(-1)?.body);
