const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** What counts for something that was to be tested and could not even be started. */
export const ONE_FAILURE = { ...NOTHING, failed: 1 };

/**
 * What one part counts for. A command that fails counts as a failure even where its report tells of
 * none, and so does a runner that left no report.
 */
export function countPart({ countReport }, exitCode, report) {
  if (countReport === undefined) return exitCode === 0 ? { ...NOTHING, passed: 1 } : ONE_FAILURE;
  if (report === undefined) return ONE_FAILURE;
  const counts = countReport(report);
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A file that fails before its first test has no test that could be counted, and is a failure itself. */
export function countVitest(report) {
  const filesThatDidNotLoad = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesThatDidNotLoad.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A flaky test passed in the end; whether it gets a second try at all is for the configuration. */
export function countPlaywright({ stats }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  };
}

export function sumOf(counts) {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NOTHING,
  );
}

export function isEmpty({ passed, failed, skipped }) {
  return passed + failed + skipped === 0;
}

/** The one line that whoever runs the tests can rely on. */
export function closingLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
