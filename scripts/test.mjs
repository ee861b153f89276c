// `npm test`: every check there is, one headline each, and one closing line that sums up all of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINT } from './checks.mjs';
import { onNode24, root } from './node24.mjs';
import {
  add,
  afterRetry,
  closingLine,
  failuresOf,
  filesToRetry,
  flakyOf,
  tallyCheck,
  tallyPlaywright,
  tallyRunner,
  tallyVitest,
} from './report.mjs';

await onNode24();

const reports = mkdtempSync(join(tmpdir(), 'tapescope-reports-'));
const unitReport = join(reports, 'unit.json');
const e2eReport = join(reports, 'e2e.json');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const bin = (path) => join(root, 'node_modules', path);

/** In CI a failed test may run a second time; if it passes then, it is printed as flaky. */
const inCi = Boolean(process.env.CI);

const vitest = (report, files = []) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...files,
];

/** A stage with a `report` is counted from what its runner wrote there; one without counts as one check. */
const stages = [
  { name: 'typecheck', words: ['scripts/typecheck.mjs'] },
  ...LINT.map(({ name, words }) => ({ name: `lint: ${name}`, words })),
  {
    name: 'unit',
    words: vitest(unitReport),
    report: unitReport,
    tally: tallyVitest,
    /** The failed files alone, again, counted from a report of their own. */
    again: { report: join(reports, 'unit-again.json'), words: (files) => vitest(join(reports, 'unit-again.json'), files) },
  },
  { name: 'build', words: [bin('electron-vite/bin/electron-vite.js'), 'build'] },
  {
    name: 'end to end',
    words: ['scripts/e2e.mjs', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport },
    report: e2eReport,
    tally: tallyPlaywright,
    // Which hosts there were, and what the stand-in does not prove.
    shown: /^(hosts:|The stand-in )/,
  },
];

const run = (words, env) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (failure) => resolve({ status: 1, output: String(failure) }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });

const readIfThere = (file) => {
  try {
    return read(file);
  } catch {
    return null;
  }
};

/** The names come before the output: a log that is cut still says what failed. */
const failedNames = (report) => {
  try {
    return failuresOf(read(report)).map((line) => `     failed: ${line}`);
  } catch {
    return [];
  }
};

const printFlaky = (lines) => {
  for (const line of lines) console.log(`     flaky, passed at the second try: ${line}`);
};

/** The failed files of a run again. Answers the tally of both runs, or null where a second try is not due. */
const secondTry = async ({ report, again }, first) => {
  const files = filesToRetry(read(report));
  if (files.length === 0) return null;
  console.log(`     a second try for ${files.join(', ')}`);
  const { status, output } = await run(again.words(files));
  const second = tallyRunner(status, () => tallyVitest(read(again.report)));
  if (second.failed === 0) printFlaky(failuresOf(read(report)));
  return { tally: afterRetry(first, second), output };
};

const runStage = async ({ name, words, env, report, tally: tallyOf, shown, again }) => {
  const started = Date.now();
  const { status, output: firstOutput } = await run(words, env);
  const first = report === undefined ? tallyCheck(status) : tallyRunner(status, () => tallyOf(read(report)));
  const retried = inCi && again && first.failed > 0 ? await secondTry({ report, again }, first).catch(() => null) : null;
  const tally = retried?.tally ?? first;
  const output = retried ? `${firstOutput}\n${retried.output}` : firstOutput;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const counts = report === undefined ? '' : `: ${closingLine(tally)}`;
  console.log(`${tally.failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${counts}`);
  if (tally.failed > 0) console.log([...failedNames(report), output].join('\n'));
  else if (shown)
    console.log(
      output
        .split('\n')
        .filter((line) => shown.test(line))
        .map((line) => `     ${line}`)
        .join('\n'),
    );
  if (report === e2eReport) printFlaky(flakyOf(readIfThere(report)));
  return tally;
};

let total = { passed: 0, failed: 0, skipped: 0 };
for (const stage of stages) total = add(total, await runStage(stage));
rmSync(reports, { recursive: true, force: true });
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
