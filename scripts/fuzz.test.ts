import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fuzz = fileURLToPath(new URL('fuzz.mjs', import.meta.url));

test.each([['abc'], [''], ['0'], ['-3'], ['1', '2'], ['--seed', 'x'], ['--seed'], ['--sead', '3']])(
  'minutes and seeds that are none are refused: %j',
  (...given) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [fuzz, ...given], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`not "${given.join(' ')}"`);
  },
);

test('a part of a path that no property is in is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [fuzz, '--in', 'no/such/folder'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'No file with a property has "no/such/folder" in its path.\n' });
});
