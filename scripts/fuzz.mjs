// `npm run fuzz -- [MINUTES]`: all properties again and again, each time with cases of their own, until one fails or the minutes are over.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onNode24, root } from './node24.mjs';

await onNode24();

const [given = '10', ...more] = process.argv.slice(2);
const minutes = Number(given);
if (more.length > 0 || given.trim() === '' || !(minutes > 0)) {
  console.error(`npm run fuzz -- [MINUTES] takes one number above zero, such as 10, not "${[given, ...more].join(' ')}".`);
  process.exit(2);
}
const end = Date.now() + minutes * 60_000;
const hasProperties = (file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes("from 'fast-check'");
const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((file) => join('src', file))
  .filter(hasProperties);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

let rounds = 0;
let failed = false;
do {
  const seed = Date.now() % 2 ** 31;
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TAPESCOPE_SEED: String(seed) },
  });
  rounds += 1;
  failed = status !== 0;
  console.log(failed ? `Failed; to see it again: TAPESCOPE_SEED=${seed} npm run test:unit -- FILE` : `Round ${rounds} is through.`);
} while (!failed && Date.now() < end);
process.exitCode = failed ? 1 : 0;
