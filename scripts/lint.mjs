// `npm run lint`: all of it at once, on whatever Node there is. What fails is printed whole, and so is the last line of what does not.
import { spawn } from 'node:child_process';
import { LINT } from './checks.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

const run = ({ name, words }) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (failure) => resolve({ name, failed: true, output: String(failure) }));
    child.on('close', (status) => resolve({ name, failed: status !== 0, output: output.trim() }));
  });

const shown = ({ name, failed, output }) => {
  const last = output.split('\n').at(-1).replace(`${name}: `, '');
  console.log(failed ? `FAIL ${name}\n${output}` : `ok   ${name}: ${last || 'clean'}`);
  return failed;
};

const failed = await Promise.all(LINT.map(async (check) => shown(await run(check))));
process.exitCode = failed.includes(true) ? 1 : 0;
