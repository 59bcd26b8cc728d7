import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { identify, processTree, stillAlive } from "../../../src-main/process/process-tree.ts";

async function child() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  return { child, pid: child.pid ?? 0 };
}

describe.each(["linux", "darwin", "win32"] as const)("what runs, on %s", (platform) => {
  it.runIf(platform !== "darwin" || process.platform === "darwin")(
    "is known while it runs, and not any more when it has ended",
    async () => {
      const { child: running, pid } = await child();
      const id = identify(pid, platform);
      expect(id?.pid).toBe(pid);
      if (!id) return;
      expect(processTree(id, "M=1", platform)).toMatchObject([{ pid }]);
      expect(stillAlive([id], platform)).toEqual([id]);
      running.kill("SIGKILL");
      await once(running, "exit");
      expect(processTree(id, "M=1", platform)).toEqual([]);
      expect(stillAlive([id], platform)).toEqual([]);
    },
  );
});

describe("a process that has another one's pid", () => {
  it("is not taken for it", async () => {
    const { pid } = await child();
    const earlier = { pid, startedAt: "1" };
    expect(stillAlive([earlier])).toEqual([]);
    expect(processTree(earlier, "M=1")).toEqual([]);
  });
});
