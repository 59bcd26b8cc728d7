import { inCheckout } from "../lib/checkout.mjs";
import { countPlaywright, countVitest } from "./counts.mjs";

/**
 * The parts of `npm test`, cheapest first. Each is one command of a package. A test runner leaves a
 * report that its tests are counted by; a check has none and counts as one test. The parts that drive
 * the app need it built, and a display.
 */
export const parts = [
  {
    name: "typecheck",
    title: "Types",
    command: ["typescript", "tsc", "-p", "."],
  },
  {
    name: "lint",
    title: "Lint",
    command: ["oxlint", "oxlint", "--type-aware", "--deny-warnings"],
  },
  {
    name: "format",
    title: "Format",
    command: ["oxfmt", "oxfmt", "--check"],
  },
  {
    name: "unit",
    title: "Unit tests",
    command: vitest("unit", ["unit", "dom"]),
    countReport: countVitest,
  },
  {
    name: "integration",
    title: "Integration tests",
    command: vitest("integration", ["integration"]),
    countReport: countVitest,
    drivesApp: true,
  },
  {
    name: "e2e",
    title: "End-to-end tests",
    command: [
      "@playwright/test",
      "playwright",
      "test",
      "--reporter=list,json",
      "--pass-with-no-tests",
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf("e2e") },
    countReport: countPlaywright,
    drivesApp: true,
  },
];

/** Where a runner leaves the report that its tests are counted by; the console has one for people. */
export function reportOf(partName) {
  return inCheckout(`test-results/${partName}.json`);
}

function vitest(partName, projects) {
  return [
    "vitest",
    "vitest",
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportOf(partName)}`,
    ...projects.flatMap((project) => ["--project", project]),
  ];
}
