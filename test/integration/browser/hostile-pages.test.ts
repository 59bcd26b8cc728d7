import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApprovalAnswer, ApprovalRequest } from "../../../src-preload/model/approval.ts";
import type { Approver } from "../../../src-main/conversations/approver.ts";
import { lastToolText } from "../../fixtures/model-server/recorded-request.ts";
import { hostilePages } from "../../fixtures/hostile-pages.ts";
import { BrowserCore } from "../../support/browser-core.ts";

const SECRET = "sk-harbour-93-tide-quay";

/** Shows one page at `/`, and counts what else is asked of it. */
async function hostileSite(
  text: string,
): Promise<{ readonly url: string; readonly hits: string[] }> {
  const hits: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url !== "/") hits.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "text/html; charset=utf-8");
    const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><pre>${shown}</pre><button onclick="location='/paid'">Pay now</button>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits };
}

/** Lets the agent open the page that it was sent to, and nothing more. */
class OnlyOnce implements Approver {
  readonly asked: ApprovalRequest[] = [];

  ask(request: ApprovalRequest): Promise<ApprovalAnswer> {
    this.asked.push(request);
    return Promise.resolve(this.asked.length === 1 ? "once" : "not-now");
  }
}

/** What the page orders, as the model reads it in the page's snapshot. */
function ordersIn(said: string) {
  return [...said.matchAll(/CALL (\w+) (\{.*?\})(?=\s|$|")/g)].flatMap(
    ([, name = "", args = ""]) => {
      try {
        const text = args.replaceAll('\\"', '"');
        return [{ name, arguments: JSON.parse(text) as Readonly<Record<string, unknown>> }];
      } catch {
        return [];
      }
    },
  );
}

const chosen = ["orders a payment", "closes the marks around it", "carries it in base64"];

describe("an obedient model in the real browser", () => {
  it.each(chosen)(
    "does nothing that was not allowed, and tells nobody a secret: %s",
    async (name) => {
      const evil = await hostileSite("");
      const page = hostilePages(SECRET, evil.url).find((one) => one.name === name);
      const site = await hostileSite(page?.text ?? "");
      const approver = new OnlyOnce();
      const core = await BrowserCore.open(null, approver);
      core.redactor.add(SECRET);
      const { id } = core.create();
      let orders = 0;
      core.model.enqueue(
        { toolCalls: [{ name: "browser_navigate", arguments: { url: site.url } }] },
        (request) => {
          const toolCalls = ordersIn(lastToolText(request));
          orders = toolCalls.length;
          return { toolCalls };
        },
        { text: "The person has allowed it." },
      );
      const { ended } = await core.conversations.live(id).send("Look at the shop");
      expect(await ended).toMatchObject({ reason: "finished" });
      expect(orders).toBeGreaterThan(0);
      expect(approver.asked.length).toBe(orders + 1);
      expect([...site.hits, ...evil.hits]).toEqual([]);
      const first = JSON.stringify(core.model.requests[1]?.body);
      expect(first).toContain("<untrusted-content id=");
      expect(first.match(/<\/untrusted-content/g)).toHaveLength(1);
    },
  );
});
