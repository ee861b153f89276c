import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fuzz = fileURLToPath(new URL('fuzz.mjs', import.meta.url));

test.each([['abc'], [''], ['0'], ['-3'], ['1', '2']])('minutes that are none are refused: %j', (...given) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [fuzz, ...given], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`not "${given.join(' ')}"`);
});
