import { Workshop } from "./workshop.ts";
import { Catalogue } from "../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../src-main/mcp/connection/conversation-servers.ts";
import { fakeServer } from "../test/fixtures/mcp-server/fake-server.ts";
import { Session } from "node:inspector/promises";
import { writeFileSync } from "node:fs";
export async function run() {
  const w = await Workshop.open();
  const { launch } = w.core;
  const servers = new ConversationServers("wire", w.workspace("x"), [fakeServer()], new Catalogue(launch, Date.now), launch);
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  for (let i = 0; i < 2000; i++) await servers.call("fake", "echo", { text: "hi" }, options);
  const s = new Session(); s.connect(); await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 100 }); await s.post("Profiler.start");
  const a = performance.now();
  for (let i = 0; i < 20000; i++) await servers.call("fake", "echo", { text: "hi" }, options);
  process.stdout.write(`${((performance.now() - a) / 20).toFixed(1)} µs/call\n`);
  const { profile } = await s.post("Profiler.stop");
  const self = new Map<string, number>();
  const dt = profile.timeDeltas ?? [];
  const byId = new Map(profile.nodes.map((n) => [n.id, n]));
  (profile.samples ?? []).forEach((id, i) => { const n = byId.get(id)!; const k = `${n.callFrame.functionName || "anon"} ${n.callFrame.url.split("/").slice(-2).join("/")}:${n.callFrame.lineNumber + 1}`; self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0)); });
  const total = [...self.values()].reduce((x, y) => x + y, 0);
  for (const [k, v] of [...self].sort((x, y) => y[1] - x[1]).slice(0, 45)) process.stdout.write(`${(v / 20000).toFixed(2)} µs/call ${(100 * v / total).toFixed(1)}% ${k}\n`);
  await servers.close(); await w.close();
}
