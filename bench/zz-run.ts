import { Workshop } from "/work/wt/wire/bench/workshop.ts";
import { wire } from "/work/wt/wire/bench/wire.ts";
import { isMet } from "/work/wt/wire/bench/figure.ts";
export async function run() {
  const w = await Workshop.open();
  try { for (const f of await wire(w)) process.stdout.write(`${isMet(f) ? "ok  " : "OVER"} ${f.name}: ${f.value.toFixed(1)} ${f.unit} floor ${f.floor?.toFixed(1)} ratio ${f.ratio?.toFixed(2)} mark ${f.mark}\n`); }
  finally { await w.close(); }
}
