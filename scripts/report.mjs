// Reads what the test runners wrote, and sums it up.

/** `{passed, failed, skipped}` of a vitest JSON report. A file that could not be loaded counts as one failure. */
export function tallyVitest(report) {
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * `{passed, failed, skipped}` of a Playwright JSON report. What passed only at the second try counts as passed: it is printed as flaky.
 * There is a second try in CI alone.
 */
export function tallyPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** Most files with a failure that are run a second time: where more fail, something is broken. */
const FEW = 5;

/** The files of a vitest JSON report that are worth a second try: those with a failure, unless there are many. */
export function filesToRetry(report) {
  const files = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return files.length <= FEW ? files : [];
}

/** The tally of a run whose failed files were run again. All tests of a file ran twice, so only its failures are counted again. */
export function afterRetry(first, second) {
  return { ...first, passed: first.passed + first.failed - second.failed, failed: second.failed };
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** A check without tests of its own, such as a compiler, counts as one. */
export function tallyCheck(status) {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The tally of a runner: never without a failure where the runner itself ended with one. */
export function tallyRunner(status, readTally) {
  let tally;
  try {
    tally = readTally();
  } catch {
    return tallyCheck(1);
  }
  return status !== 0 && tally.failed === 0 ? add(tally, tallyCheck(1)) : tally;
}

/** What failed, a line each: of a vitest or a Playwright JSON report, found by shape at any depth. */
export function failuresOf(report) {
  if (Array.isArray(report)) return report.flatMap(failuresOf);
  if (report === null || typeof report !== 'object') return [];
  if (report.status === 'failed' && report.fullName) return [report.fullName];
  if (report.ok === false && report.title) return [`${report.file}: ${report.title}`];
  return Object.values(report).flatMap(failuresOf);
}

/** The failed tests of a vitest JSON report, with their files below `root`; a file that could not be loaded is one with its reason for a name. */
export function failedTests(report, root) {
  return report.testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = path.replace(root, '');
    const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => ({ file, name: fullName }));
    return status === 'failed' && failed.length === 0 ? [{ file, name: (message ?? '').split('\n')[0] || 'it could not be run' }] : failed;
  });
}

/** What Playwright saw fail once and then pass, a line each. */
export function flakyOf(report) {
  if (Array.isArray(report)) return report.flatMap(flakyOf);
  if (report === null || typeof report !== 'object') return [];
  if (report.title && report.tests?.some(({ status }) => status === 'flaky')) return [`${report.file}: ${report.title}`];
  return Object.values(report).flatMap(flakyOf);
}
