import { expect, test } from 'vitest';
import type { NativeEntry } from '../../shared/model/native.ts';
import type { EntryQuery, IndexRow, Tape } from '../engine/store/types.ts';
import { tempFolder } from '../engine/testing/files.ts';
import { follow } from './follow.ts';

/** A tape that is begun again just before the question of the given number. */
const resetBefore = (question: number) => {
  let asked = 0;
  const ids = (): number[] => {
    asked += 1;
    return asked < question ? [1, 2, 3, 4, 5] : [1, 2];
  };
  const word = (): string => (asked < question ? 'old' : 'new');
  const tape: Pick<Tape, 'folder' | 'head' | 'rows' | 'entries'> = {
    folder: tempFolder(),
    head: () => ids().length,
    rows: ({ ids: [from, to] = [1, 1] }: EntryQuery) =>
      ids()
        .filter((id) => id >= from && id <= to)
        .map((id) => ({ id, chain: Buffer.from(`${word()} ${id}`) }) as IndexRow),
    entries: ({ ids: [from, to] = [1, 1] }) =>
      ids()
        .filter((id) => id >= from && id <= to)
        .map((id) => ({ id, kind: word(), at: '', anchor: '', payload: null, meta: {} })),
  };
  return tape as Tape;
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a tape that is begun again before question %i is shown from its beginning', async (question) => {
  const stop = new AbortController();
  const shown: NativeEntry[] = [];
  const done = follow({
    tape: resetBefore(question),
    head: 4,
    query: {},
    emit(entries) {
      shown.push(...entries);
      if (shown.some(({ id, kind }) => id === 2 && kind === 'new')) stop.abort(new Error('seen'));
    },
    restarted: () => {},
    signal: stop.signal,
  });
  await expect(done).rejects.toThrow('seen');
  expect(shown.filter(({ kind }) => kind === 'new').map(({ id }) => id)).toEqual([1, 2]);
});
