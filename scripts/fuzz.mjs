// `npm run fuzz -- [MINUTES]`: all properties again and again, each time with cases of their own, until one fails or the minutes are over.
// `--seed N`: once, with the cases of that seed. `--in PATH`: only those in files whose path holds these words.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onNode24, root } from './node24.mjs';
import { failedTests } from './report.mjs';

await onNode24();

const options = { seed: { type: 'string' }, in: { type: 'string', default: '' } };
const read = () => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [given = '10', ...more] = positionals;
    const fine = more.length === 0 && given.trim() !== '' && Number(given) > 0 && /^\d*$/.test(values.seed ?? '');
    return fine ? { ...values, minutes: Number(given) } : null;
  } catch {
    return null;
  }
};
const wanted = read();
if (wanted === null) {
  const given = process.argv.slice(2).join(' ');
  console.error(`npm run fuzz -- [MINUTES] [--seed N] [--in PATH] takes one number above zero, such as 10, not "${given}".`);
  process.exit(2);
}
const end = Date.now() + wanted.minutes * 60_000;
const hasProperties = (file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes("from 'fast-check'");
const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((file) => join('src', file))
  .filter((file) => hasProperties(file) && file.includes(wanted.in));
if (files.length === 0) {
  console.error(`No file with a property has "${wanted.in}" in its path.`);
  process.exit(2);
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reports = mkdtempSync(join(tmpdir(), 'tapescope-fuzz-'));
const report = join(reports, 'report.json');
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** What failed, as lines that say how to see it again. */
const told = (seed) => {
  let failed = [];
  try {
    failed = failedTests(JSON.parse(readFileSync(report, 'utf8')), root);
  } catch {
    // The runner was ended before it wrote one.
  }
  if (failed.length === 0) return `The runner failed with seed ${seed}; to see it again: npm run fuzz -- --seed ${seed}`;
  const again = [...new Set(failed.map(({ file }) => file))].map((file) => `  npm run fuzz -- --seed ${seed} --in ${file}`);
  return [`Failed with seed ${seed}:`, ...failed.map(({ file, name }) => `  ${file}: ${name}`), 'To see it again:', ...again].join('\n');
};

let rounds = 0;
let failed = false;
do {
  const seed = Number(wanted.seed ?? Date.now() % 2 ** 31);
  console.log(`Round ${rounds + 1}, seed ${seed}`);
  rmSync(report, { force: true });
  const words = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files];
  const { status } = spawnSync(process.execPath, [vitest, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TAPESCOPE_SEED: String(seed) },
  });
  rounds += 1;
  failed = status !== 0;
  console.log(failed ? told(seed) : `Round ${rounds} is through.`);
} while (!failed && wanted.seed === undefined && Date.now() < end);
process.exitCode = failed ? 1 : 0;
