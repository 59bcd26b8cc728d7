import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { isRunDirectly } from "./lib/checkout.mjs";
import { readJson } from "./lib/files.mjs";
import { runInForeground } from "./lib/foreground.mjs";
import { runScript, say, secondsSince } from "./lib/say.mjs";
import { withDisplay } from "./lib/virtual-display.mjs";
import { asOrdinaryUser, folderForOrdinaryUser } from "./packaged/ordinary-user.mjs";
import { bringsNpx } from "./packaged/bundled-npx.mjs";
import { browserChoice, packageApp } from "./packaged/package-app.mjs";
import { setUp } from "./set-up.mjs";
import { buildApp } from "./set-up/build.mjs";
import { closingLine } from "./test/counts.mjs";

/** Packages the app, takes the tour with it as an ordinary user would have it, and counts what held. */
async function testPackaged() {
  await setUp();
  await buildApp();
  // Short, since a browser makes sockets below it, and open to the user that runs the app.
  const folder = await mkdtemp(path.join(os.tmpdir(), "phk-"));
  await chmod(folder, 0o755);
  try {
    const startedAt = performance.now();
    const program = await packageApp(path.join(folder, "app"));
    say(`Packaged the app (${secondsSince(startedAt)}).`);
    const npx = await bringsNpx(program, folder);
    return count([
      ...checksOf(await takeTour(program, folder)),
      ["it brings an npx that needs no other Node", npx],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function takeTour(program, folder) {
  const data = await folderForOrdinaryUser(path.join(folder, "d"));
  const out = await folderForOrdinaryUser(path.join(folder, "tour"));
  await chooseBrowser(data);
  const [command, args] = asOrdinaryUser(program, [
    "--disable-gpu",
    `--data=${data}`,
    "--browser-sandbox=off",
    "--tour",
    "--out",
    out,
  ]);
  const code = await withDisplay(async (display) => {
    const { ELECTRON_DISABLE_SANDBOX: _off, ...env } = process.env;
    const options = { cwd: data, env: { ...env, ...display.env, HOME: data, TMPDIR: data } };
    return (await runInForeground(command, args, options)).code;
  });
  return { code, report: await readJson(path.join(out, "tour.json")), data };
}

/** The package carries no browser yet, so it is told of the one that set-up found. */
async function chooseBrowser(data) {
  const { executable } = JSON.parse(await readFile(browserChoice, "utf8"));
  const settings = path.join(data, "settings.json");
  await writeFile(settings, JSON.stringify({ version: 1, browserExecutable: executable }));
  await chmod(settings, 0o666);
}

function checksOf({ code, report }) {
  const steps = report?.steps ?? [];
  return [
    ["the packaged app takes the tour and ends with 0", code === 0],
    [
      "every step of the tour did what it should",
      steps.length > 0 && steps.every(({ outcome }) => outcome === "ok"),
    ],
    [
      "a packaged app keeps the browser's sandbox on, whatever it is told",
      report?.browserSandbox === "on",
    ],
  ];
}

function count(checks) {
  for (const [name, held] of checks) say(`${held ? "ok    " : "FAILED"} ${name}`);
  const failed = checks.filter(([, held]) => !held).length;
  return { passed: checks.length - failed, failed, skipped: 0 };
}

if (isRunDirectly(import.meta.url)) {
  await runScript(async () => {
    const total = await testPackaged();
    say(`\n${closingLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  });
}
