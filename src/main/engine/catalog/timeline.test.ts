import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Timeline } from '../../../shared/model/index.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

it('gives a tape as columns, from any entry and step on', async () => {
  const { ingest, store } = openEngineRoom();
  const drawing = `
    u1 "go" > a1 call Bash t1 <- step m1 usage 10 5 100 20 > r1 t1 failed
      e1 error "overloaded" <- step m2
        b1 boundary auto 160000
          c1 summary "so far"
            a2 "done" <- step m3 usage 7 1 0 0
    - ai-title {"aiTitle":"Fix"}
  `;
  const [id = ''] = (await ingest.open([writeTape(claudeTree(drawing))], { text: false })).tapes;
  const whole = store.catalog.timeline(id, 1, 1);
  expect(Timeline.parse(whole)).toEqual(whole);
  expect(whole).toMatchObject({ tape: id, from: 1, fromStep: 1, entries: 8, steps: 3, limit: 200_000 });
  expect([...whole.kind].map((kind) => whole.kinds[kind])).toEqual([
    'message',
    'tool_call',
    'tool_result',
    'error',
    'anchor',
    'message',
    'message',
    'ai-title',
  ]);
  expect([...whole.tone]).toEqual([1, 2, 3 + 8, 2 + 8, 4, 1, 2, 16]);
  expect([...whole.stepFirst]).toEqual([2, 4, 7]);
  expect([...whole.stepInput]).toEqual([130, Number.NaN, 7]);
  expect(whole.bands).toEqual([
    { from: 1, to: 4, name: 'session/start', derived: true },
    { from: 5, to: 8, name: 'compaction 1 · auto', derived: true },
  ]);
  expect(whole.marks.map(({ seq, type }) => [seq, type])).toEqual([
    [4, 'error'],
    [5, 'compaction'],
  ]);
  const rest = store.catalog.timeline(id, 5, 3);
  expect([...rest.kind]).toEqual([...whole.kind].slice(4));
  expect([...rest.time]).toEqual([...whole.time].slice(4));
  expect([...rest.stepInput]).toEqual([7]);
  expect(rest.bands).toEqual(whole.bands);
});

it('tells of a rewind to an entry long before the part that is asked for', async () => {
  const { ingest, store } = openEngineRoom();
  const lines = claudeTree(`
    u1 "go"
      a1 "one way" <- step m1
        u2 "on with it" > a2 "done" <- step m2
        u3 "no, the other way" > a3 "done otherwise" <- step m3
  `).map((record) => `${JSON.stringify(record)}\n`);
  const path = writeFile(tempFolder(), 's.jsonl', lines.slice(0, 4).join(''));
  const [id = ''] = (await ingest.open([path], { text: false })).tapes;
  const rewinds = (from: number) => store.catalog.timeline(id, from, 1).marks.filter(({ type }) => type === 'rewind');
  expect(rewinds(1)).toEqual([]);
  appendFileSync(path, lines.slice(4).join(''));
  await ingest.open([path], { text: false });
  expect(rewinds(5)).toEqual([{ seq: 2, type: 'rewind', label: 'rewind' }]);
  expect(rewinds(1)).toEqual(rewinds(5));
});
