import { statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Json } from '../formats/format.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { importFile } from '../views/testing/imported.ts';
import { aheadOf, withoutPlaces } from './ahead.ts';

/** Phases of two turns each; all but the first begin with a compaction. */
const drawing = (phases: number): string =>
  Array.from({ length: phases }, (_, at) => {
    const cut = at === 0 ? '' : `b${at} boundary auto 9 > c${at} summary "so far, ${at}" > `;
    const turn = (one: string): string =>
      `u${at}${one} "go on ${'and on '.repeat(60)}" > a${at}${one} call Read t${at}${one} <- step m${at}${one} usage ${1000 + at} 20 0 0 > r${at}${one} t${at}${one} "text ${at}" > ad${at}${one} "done" <- step n${at}${one} usage ${1400 + at} 20 0 0`;
    return `${cut}${turn('x')} > ${turn('y')}`;
  }).join(' > ');

/** Parts of a log in bytes. */
const parts = (bytes: number, ...of: number[]): number[] => of.map((part) => Math.round(bytes / part));

const logOf = (records: readonly Json[]): { file: string; bytes: number } => {
  const file = writeTape(records);
  return { file, bytes: statSync(file).size };
};

const whole = async (file: string) => {
  const { store, rim, tape } = importFile(file);
  onTestFinished(() => store.close());
  const { assemble } = await import('../views/assemble.ts');
  const { blocks } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  return blocks.map(withoutPlaces);
};

it('has the next request of a log from its end, block by block as the whole log has it', async () => {
  const { file, bytes } = logOf(claudeTree(drawing(40)));
  const ahead = await aheadOf(file, parts(bytes, 8, 4));
  expect(ahead?.blocks.map(({ text: _, ...block }) => block)).toEqual(await whole(file));
  expect(ahead?.blocks.map(({ text }) => text).slice(0, 2)).toEqual(['so far, 39', expect.stringContaining('go on')]);
  expect(ahead).toMatchObject({ format: 'claude-code', of: bytes });
  expect(ahead?.read).toBeLessThan(bytes / 3);
});

it('says nothing where the context begins further back, and of what is short enough to be read', async () => {
  const { file, bytes } = logOf(
    claudeTree(
      drawing(1).concat(
        ' > ',
        drawing(30)
          .replaceAll(/b\d+ boundary auto 9 > c\d+ summary "[^"]*" > /g, '')
          .replaceAll(/\b([uare])(\d+)/g, '$19$2'),
      ),
    ),
  );
  expect(await aheadOf(file, parts(bytes, 8, 4))).toBeNull();
  expect(await aheadOf(file)).toBeNull();
});

it('waits for a slice that the one before agrees with', async () => {
  const { file, bytes } = logOf(claudeTree(drawing(40)));
  expect(await aheadOf(file, parts(bytes, 8))).toBeNull();
  expect(await aheadOf(file, parts(bytes, 400, 8))).toBeNull();
  expect((await aheadOf(file, parts(bytes, 400, 8, 4)))?.read).toBeGreaterThan(bytes / 5);
});
