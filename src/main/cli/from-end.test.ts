import { expect, test } from 'vitest';
import { Ahead } from '../../shared/model/index.ts';
import { writeTape } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const long = (phases: number): string =>
  writeTape(
    claudeTree(
      Array.from({ length: phases }, (_, at) => {
        const cut = at === 0 ? '' : `b${at} boundary auto 9 > c${at} summary "so far, ${at}" > `;
        return `${cut}u${at} "sail on ${'and on '.repeat(30_000)}" > a${at} "sailed" <- step m${at} usage 900 40 0 0`;
      }).join(' > '),
    ),
  );

test('tape view --from-end shows the next request of a log that nobody has read, and does not read it', async () => {
  const { tape } = openShell();
  const file = long(32);
  const { code, out } = await tape('view', file, '--from-end');
  expect(code).toBe(0);
  expect(out).toMatch(
    /next request · as-recorded · \S+ · 3 blocks\nFrom the last [\d.]+ MB of [\d.]+ MB: entries have no numbers until all of it is read\.\n/,
  );
  expect(out).toMatch(/user +summary +~?\d+ +so far, 31\n/);
  const { ahead } = { ahead: Ahead.parse(JSON.parse((await tape('view', file, '--from-end', '--json')).out)) };
  expect(ahead.blocks.map(({ text }) => text.slice(0, 7))).toEqual(['so far,', 'sail on', 'sailed']);
  expect((await tape('list')).out).not.toContain('sail on');
});

test('it says so where the end does not tell', async () => {
  const { tape } = openShell();
  const { code, err } = await tape('view', long(2), '--from-end');
  expect(code).not.toBe(0);
  expect(err).toMatch(/^tape: The end of .* does not show what the next request is: .*\. Without --from-end all of it is read\.\n$/);
  expect((await tape('view', '--from-end')).err).toContain('--from-end needs the path of a log.');
});
