// Reads what the test runners wrote, and sums it up.

/** `{passed, failed, skipped}` of a vitest JSON report. A file that could not be loaded counts as one failure. */
export const tallyVitest = (report) => {
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
};

/** `{passed, failed, skipped}` of a Playwright JSON report. What passed only at a second try counts as failed. */
export const tallyPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/** A check without tests of its own, such as a compiler, counts as one. */
export const tallyCheck = (status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 });

export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** The tally of a runner: never without a failure where the runner itself ended with one. */
export const tallyRunner = (status, readTally) => {
  let tally;
  try {
    tally = readTally();
  } catch {
    return tallyCheck(1);
  }
  return status !== 0 && tally.failed === 0 ? add(tally, tallyCheck(1)) : tally;
};

/** What failed, a line each: of a vitest or a Playwright JSON report, found by shape at any depth. */
export const failuresOf = (report) => {
  if (Array.isArray(report)) return report.flatMap(failuresOf);
  if (report === null || typeof report !== 'object') return [];
  if (report.status === 'failed' && report.fullName) return [report.fullName];
  if (report.ok === false && report.title) return [`${report.file}: ${report.title}`];
  return Object.values(report).flatMap(failuresOf);
};
