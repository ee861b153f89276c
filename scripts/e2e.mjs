// End-to-end: finds a Chromium, builds what is stale, and runs the specs on every host that this machine has.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();
// Only now: an older Node cannot read TypeScript.
const { findElectron } = await import('../src/main/launch/electron.ts');

if (!isBuilt(root)) {
  const { status, output } = build(root);
  if (status !== 0) {
    console.error(output);
    process.exit(1);
  }
}

const { program, missing } = await ensureChromium();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

const real = findElectron(root) !== null;
console.log(
  `hosts: the stand-in for Electron, the browser host${real ? ', Electron where there is a display' : '; the Electron binary is not here'}`,
);
console.log(
  'The stand-in does not prove: the sandbox of the system, fuses, packaging, native menus and dialogs, the single-instance lock, the path of a dropped file.',
);
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: program },
});
process.exit(status ?? 1);
