import { expect, it } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

/** Branch points by class, without the classes that have none. */
const classesOf = async (drawing: string): Promise<Record<string, number>> => {
  const { ingest, store } = openEngineRoom();
  const [id = ''] = (await ingest.open([writeTape(claudeTree(drawing))], { text: false })).tapes;
  const { total, ...classes } = store.catalog.stats(id).branchPoints;
  expect(Object.values(classes).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(store.catalog.tape(id).branches).toBe(classes.rewind);
  expect(store.catalog.timeline(id, 1, 1).marks.filter((mark) => mark.type === 'rewind')).toHaveLength(classes.rewind);
  return Object.fromEntries(Object.entries(classes).filter(([, count]) => count > 0));
};

it.each([
  ['a prompt beside a prompt', 'u1 "go"\n  a1 "ok" <- step m1\n    u2 "this"\n    u3 "rather that"', { rewind: 1 }],
  ['a prompt beside an answer', 'u1 "go"\n  a1 "ok" <- step m1\n  u2 "wait"', { rewind: 1 }],
  ['parallel calls', 'u1 "go"\n  a1 call Read t1 <- step m1\n    a2 call Read t2 <- step m1\n      r2 t2\n    r1 t1', { parallelTools: 1 }],
  ['a hook beside a result', 'u1 "go"\n  a1 call Read t1 <- step m1\n    p1 progress t1\n    r1 t1', { progress: 1 }],
  ['words of the program beside a prompt', 'u1 "go"\n  a1 "no response" synthetic <- step s1\n  u2 "again"', { synthetic: 1 }],
  ['two answers of two requests', 'u1 "go"\n  a1 "one" <- step m1\n  a2 "two" <- step m2', { twoWriters: 1 }],
  [
    'two people taking turns',
    `u1 "go"
  u2 "left"
  u3 "right"
a2 "l1" @u2 <- step m1
a3 "r1" @u3 <- step m2
a4 "l2" @a2 <- step m3
a5 "r2" @a3 <- step m4`,
    { twoWriters: 1 },
  ],
  [
    'a person who goes back again and again',
    `u1 "go" > a1 "ok" <- step m1
${[2, 3, 4, 5, 6, 7].map((at) => `u${at} "rather so" @a1 > a${at} "ok" <- step m${at}`).join('\n')}`,
    { rewind: 1 },
  ],
  [
    'what goes on behind a kept segment',
    `u1 "go" > a1 "ok" <- step m1
  b1 boundary auto 9 keep u1..a1 behind c1
    c1 summary "so far"
u2 "old way" @a1
u0 "stray" @u1`,
    { rewind: 1 },
  ],
  [
    'a chain before and after a compaction',
    `u1 "go" > a1 "ok" <- step m1
  u2 "before"
  b1 boundary auto 9 keep u1..a1 behind c1
    c1 summary "so far"
u3 "after" @a1`,
    { compaction: 1 },
  ],
])('%s', async (_, drawing, expected) => {
  expect(await classesOf(drawing)).toEqual(expected);
});
