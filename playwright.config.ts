import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "*.e2e.ts",
  // Each test drives a whole desktop app with browsers of its own.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: { actionTimeout: 15_000 },
  reporter: "list",
  outputDir: "test-results/e2e",
});
