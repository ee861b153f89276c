import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, type Input, type Output } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createShelf } from './shelf.ts';

const SIGNAL = { signal: new AbortController().signal };
const HEIGHTS = { source: 27, project: 27, tape: 27, nested: 24 };

const opened = async (home: string, files: readonly string[]) => {
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  const { tapes } = await engine.ingest.open([...files], { text: false });
  const rows = async (asked: Partial<Input<'library.rows'>> = {}): Promise<Output<'library.rows'>> => {
    const input = contract['library.rows'].input.parse({ look: 'table', heights: HEIGHTS, height: 2000, ...asked });
    return contract['library.rows'].output.parse(await handlers['library.rows'](input, SIGNAL));
  };
  const titles = async (asked?: Partial<Input<'library.rows'>>) =>
    (await rows(asked)).rows.flatMap((row) => (row.type === 'tape' ? [row.tape.own?.title ?? row.tape.title] : []));
  return { engine, handlers, tapes, rows, titles };
};

const session = (words: string): string => writeTape(claudeTree(`u1 "${words}" > a1 "done"`), `${words.replaceAll(' ', '-')}.jsonl`);

describe('what readers said of sessions as a whole', () => {
  it('is in the row, sorts and filters it, and survives a catalog that is made again', async () => {
    const home = tempFolder();
    const files = [session('mast'), session('quay')];
    const first = await opened(home, files);
    expect(await first.titles({ sort: 'title' })).toEqual(['mast', 'quay']);
    const say = (at: number, said: object) =>
      first.handlers['library.own'](contract['library.own'].input.parse({ tape: first.tapes[at], ...said }), SIGNAL);
    await say(0, { title: ' Zenith ', favourite: true });
    expect(await say(0, { tags: ['keep'] })).toEqual({ favourite: true, title: 'Zenith', tags: ['keep'] });
    expect(await first.titles({ sort: 'title' })).toEqual(['quay', 'Zenith']);
    for (const filter of ['has:favourite', 'tag:keep', 'zenith', 'mast']) expect(await first.titles({ filter })).toEqual(['Zenith']);
    await first.engine.close();
    for (const end of ['', '-wal', '-shm', '-sums']) rmSync(join(home, `catalog.db${end}`), { force: true });
    const again = await opened(home, files);
    expect(await again.titles({ filter: 'tag:keep' })).toEqual(['Zenith']);
    const [tape] = again.tapes;
    await again.handlers['library.own']({ tape: tape ?? '', title: null, favourite: false, tags: [] }, SIGNAL);
    expect(await again.titles({ sort: 'title' })).toEqual(['mast', 'quay']);
    expect(createShelf(home, true).all().size).toBe(0);
    await again.engine.close();
  });

  it('is in a file of all that fit a filter', async () => {
    const { engine, handlers, tapes } = await opened(tempFolder(), [session('mast'), session('quay')]);
    await handlers['library.own']({ tape: tapes[0] ?? '', title: '=SUM(A1)', tags: ['keep'] }, SIGNAL);
    const csv = async (filter: string) =>
      (await handlers['library.csv']({ filter, sort: 'title', reverse: true }, SIGNAL)).csv.trim().split('\n');
    expect((await csv('')).map((line) => line.split(',')[1])).toEqual(['title', 'quay', "'=SUM(A1)"]);
    expect(await csv('tag:keep')).toHaveLength(2);
    await engine.close();
  });

  it('is heard by another process, and a home without any is left as it is', () => {
    const home = tempFolder();
    const [one, other] = [createShelf(home, false), createShelf(home, false)];
    expect(other.all().size).toBe(0);
    one.set('/logs/a.jsonl', { favourite: true });
    expect(other.all().get('/logs/a.jsonl')).toEqual({ favourite: true, title: null, tags: [] });
    expect(other.all()).toBe(other.all());
  });
});
