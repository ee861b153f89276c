import { expect, test } from 'vitest';
import { contract, type Input } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { jsonl } from '../testing/tree.ts';

const SIGNAL = { signal: new AbortController().signal };
const HEIGHTS = { source: 27, project: 27, tape: 27, nested: 24 };

/** A session of one request, with what its agent says that it cost; null where neither that nor a price is known. */
const session = (words: string, cost: number | null) =>
  jsonl([
    { type: 'session', version: 3, id: words, timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden' },
    {
      ...{ type: 'message', id: `${words}1`, parentId: null, timestamp: '2026-10-01T08:00:01.000Z' },
      message: { role: 'user', content: [{ type: 'text', text: words }] },
    },
    {
      ...{ type: 'message', id: `${words}2`, parentId: `${words}1`, timestamp: '2026-10-01T08:00:02.000Z' },
      message: {
        ...{ role: 'assistant', content: [{ type: 'text', text: 'ok' }], api: 'x', provider: 'y', model: 'model-p', stopReason: 'stop' },
        usage: { input: 10, output: 1, cacheRead: 0, cacheWrite: 0, ...(cost !== null && { cost: { total: cost } }) },
      },
    },
  ]);

test('the library sorts and filters by what sessions cost, and adds it up; those without a price come last', async () => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  const folder = tempFolder();
  const prices = { mast: 0.25, quay: 2, hull: 0.5, keel: null };
  await engine.ingest.open(
    Object.entries(prices).map(([words, cost]) => writeFile(folder, `${words}.jsonl`, session(words, cost))),
    { text: false },
  );
  const table = async (asked: Partial<Input<'library.rows'>>) => {
    const input = contract['library.rows'].input.parse({ look: 'table', heights: HEIGHTS, height: 2000, ...asked });
    const { rows, table: part } = contract['library.rows'].output.parse(await handlers['library.rows'](input, SIGNAL));
    return { titles: rows.flatMap((row) => (row.type === 'tape' ? [row.tape.title] : [])), cost: part?.totals.cost };
  };
  const all = { dollars: 2.75, whole: false };
  expect(await table({ sort: 'cost' })).toEqual({ titles: ['quay', 'hull', 'mast', 'keel'], cost: all });
  expect(await table({ sort: 'cost', reverse: true })).toEqual({ titles: ['mast', 'hull', 'quay', 'keel'], cost: all });
  expect(await table({ sort: 'cost', filter: 'cost:>0.3' })).toEqual({ titles: ['quay', 'hull'], cost: { dollars: 2.5, whole: true } });
  expect(await table({ look: 'tree', filter: 'cost:<0.3' })).toEqual({ titles: ['mast'], cost: undefined });
  const counts = await handlers['library.counts']({ queries: ['cost:>0.3', '-cost:>0.3'] }, SIGNAL);
  expect(counts).toEqual({ counts: [2, 2] });
  const { csv } = await handlers['library.csv']({ filter: '', sort: 'cost', reverse: false }, SIGNAL);
  expect(
    csv
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(-3, -1)),
  ).toEqual([
    ['cost', 'cost_is_whole'],
    ...[
      ['2', 'yes'],
      ['0.5', 'yes'],
      ['0.25', 'yes'],
      ['', ''],
    ],
  ]);
  await engine.close();
});
