import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../formats/digest.ts';
import { formatById } from '../formats/index.ts';
import { createShardReaders } from '../search/shards.ts';
import { bubTape } from '../testing/bub-script.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { findEach, termsOf } from '../text/terms.ts';
import { idfOf, scoreOf } from './bm25.ts';
import { createMemory } from './find.ts';
import { recall } from './recall.ts';
import { indexInTurns, prompts, remembering } from './testing.ts';

describe('what is recalled', () => {
  it('entries with some of the words; those with more and rarer ones first', async () => {
    const { seqs } = await remembering([
      'the gate and the tide', // 1
      'the gate', // 2
      'the lamp of the gate', // 3
      'nothing to it', // 4
      'the tide, the tide, the tide', // 5
    ]);
    expect(seqs('gate tide')).toEqual([1, 5, 2, 3]);
    expect(seqs('lamp gate')[0]).toBe(3);
    expect(seqs('zebra tide').sort()).toEqual([1, 5]);
    expect(seqs('zebra')).toEqual([]);
  });

  it('by the rules of a search: case, accents, code, phrases, words that go on, scripts without spaces', async () => {
    const { seqs, ask } = await remembering([
      'call retryNow() in src/errors/map.ts',
      'Café au lait',
      '我们研究生命',
      'errors of the src',
      'ab',
    ]);
    expect(seqs('RETRYNOW')).toEqual([1]);
    expect(seqs('"src errors"')).toEqual([1]);
    expect(seqs('retr*')).toEqual([1]);
    expect(seqs('cafe')).toEqual([2]);
    expect(seqs('研究 lait').sort()).toEqual([2, 3]);
    expect(ask('a*')).toMatchObject({ hits: [], notes: [expect.stringContaining('“a*”')] });
    expect(ask('"()"')).toMatchObject({ hits: [], notes: ['There is no word to search for.'] });
  });

  it('with its phase, a score that falls, and a snippet of where most of the words are', async () => {
    const { ingest, store, home } = openEngineRoom();
    const path = writeFile(
      tempFolder(),
      '0123456789abcdef__0123456789abcdef.jsonl',
      bubTape(`
        anchor session/start {"owner":"human"}
        user "the harbour is dark"      <- run r1
        assistant "${'dull '.repeat(80)} a lamp for the harbour" <- run r1
        handoff phase-1 {"summary":"we sail"}
        user "a lamp"                   <- run r2
      `),
    );
    const { tapes } = await ingest.open([path]);
    await ingest.idle();
    const { hits } = createMemory(home, store.db).query({ query: 'lamp harbour', tape: tapes[0] ?? '', scope: 'tape', limit: 9 });
    expect(new Map(hits.map(({ seq, phase }) => [seq, phase]))).toEqual(
      new Map([
        [2, 'session/start'],
        [3, 'session/start'],
        [6, 'phase-1'],
      ]),
    );
    const long = hits.find(({ seq }) => seq === 3);
    expect(long?.matches.map(([from, to]) => long.snippet.slice(from, to))).toEqual(['lamp', 'harbour']);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it('alike whatever order the tapes were read in', async () => {
    const folder = tempFolder();
    const files = Array.from({ length: 4 }, (_, at) =>
      writeFile(folder, `${at}.jsonl`, prompts([`lamp ${'x '.repeat(at)}`, 'the tide', `tide lamp ${at}`], `session-${at}`)),
    );
    const orders = [files, files.toReversed()].map(async (order) => {
      const { ingest, home, store } = openEngineRoom();
      for (const file of order) await ingest.open([file]);
      await ingest.idle();
      const tape = store.catalog.tapes().find(({ file }) => file === files[1])?.id ?? '';
      return createMemory(home, store.db).query({ query: 'lamp tide', tape, scope: 'all', limit: 50 });
    });
    const [one, other] = await Promise.all(orders);
    expect(one?.hits).toHaveLength(12);
    expect(other).toEqual(one);
  });
});

describe('where it looks', () => {
  it('in this tape only, unless more is chosen', async () => {
    const { ask, ids } = await remembering(['a lamp'], ['another lamp'], ['a third lamp']);
    expect(ask('lamp').hits.map(({ tape }) => tape)).toEqual([ids[0]]);
    expect(new Set(ask('lamp', { scope: 'all' }).hits.map(({ tape }) => tape))).toEqual(new Set(ids));
    expect(ask('lamp', { scope: 'all' })).toMatchObject({ indexed: 3, of: 3 });
  });

  it('in its family where that is chosen, and the same entry of two tapes is one hit', async () => {
    const folder = tempFolder();
    const tree = claudeTree('u1 "a lamp" > a1 "a bulb" <- step m1 > u2 "the lamp again"');
    const { ingest, home, store } = openEngineRoom();
    const one = writeFile(folder, 'one.jsonl', tree);
    writeFile(folder, 'copy.jsonl', [...tree.slice(0, 2), ...claudeTree('u3 "one more lamp" @-', { session: 'session-1' })]);
    writeFile(folder, 'strange.jsonl', prompts(['a lamp of others'], 'session-9'));
    await ingest.open([folder]);
    await ingest.idle();
    const row = store.catalog.tapes().find(({ file }) => file === one);
    const { hits } = createMemory(home, store.db).query({ query: 'lamp', tape: row?.id ?? '', scope: 'family', limit: 50 });
    expect(hits.map(({ tape, seq }) => [tape === row?.id, seq]).sort()).toEqual([
      [false, 3],
      [true, 1],
      [true, 3],
    ]);
  });

  it('before an entry of this tape, and in all of the others', async () => {
    const { seqs, ask } = await remembering(['lamp', 'lamp', 'lamp'], ['lamp', 'lamp']);
    expect(seqs('lamp', { before: 3 }).sort()).toEqual([1, 2]);
    expect(seqs('lamp', { before: 1 })).toEqual([]);
    expect(ask('lamp', { before: 2, scope: 'all' }).hits).toHaveLength(3);
    expect(ask('lamp', { before: 3 })).toMatchObject({ index: 'whole', indexed: 2, of: 2 });
  });
});

it('a hit whose bytes are no longer what was indexed is left out and counted, even where they still hold the word', async () => {
  const { ask, paths, store, home, ids } = await remembering(['needle in hay', 'needle in straw']);
  const [path = ''] = paths;
  writeFileSync(path, readFileSync(path, 'utf8').replace('needle in hay', 'a needle in mud'));
  expect(ask('needle')).toMatchObject({ changed: 2, hits: [], notes: [expect.stringContaining('2 entries are left out')] });
  writeFileSync(path, jsonl(prompts(['needle in mud', 'needle in straw'], 'session-0')));
  expect(ask('needle')).toMatchObject({ index: 'whole', changed: 1, hits: [{ seq: 2 }] });
  expect(recall({ home, db: store.db }, { tape: ids[0] ?? '', query: 'needle', before: 9, limit: 9 })).toMatchObject({ seqs: [2] });
});

it('a common word among many entries has a bounded number of them read, and says so', async () => {
  const { ask } = await remembering(Array.from({ length: 5000 }, (_, at) => (at === 40 ? 'lamp and needle' : 'lamp')));
  const answer = ask('lamp', { limit: 5 });
  expect(answer.hits).toHaveLength(5);
  expect(answer.notes).toEqual([expect.stringMatching(/^Ranked 256 of more than 4,096 entries/)]);
  expect(ask('lamp needle', { limit: 5 }).hits[0]?.seq).toBe(41);
});

it('ranks over both parts of the index as if they were one', async () => {
  const texts = Array.from({ length: 240 }, (_, at) =>
    [at % 10 === 0 && 'lamp', at % 6 === 0 && 'tide', at % 40 === 0 && 'lamp lamp', 'x '.repeat(at % 7), at].filter(Boolean).join(' '),
  );
  const room = await remembering(texts);
  indexInTurns(room);
  const rows = createShardReaders(room.home)().map((shard) => shard.prepare<[], number>('SELECT count(*) FROM text').pluck().get() ?? 0);
  expect(rows.every((count) => count > 0)).toBe(true);
  const terms = termsOf('tide lamp');
  const counts = texts.map((text) => findEach(text, terms).map(({ length }) => length));
  const idfs = terms.map((_, at) => idfOf(texts.length, counts.filter((count) => (count[at] ?? 0) > 0).length));
  const scores = counts.map((count, at) => scoreOf(count, idfs, texts[at]?.length ?? 0));
  const expected = scores.flatMap((score, at) => (score > 0 ? [{ seq: at + 1, score }] : []));
  expected.sort((a, b) => b.score - a.score || b.seq - a.seq);
  expect(room.ask('tide lamp', { limit: 200 }).hits.map(({ seq, score }) => ({ seq, score }))).toEqual(expected);
});

it('laws: hits come before the entry, hold a term, have the digest of their entry, and come in the same order again', async () => {
  const word = fc.constantFrom('alpha', 'beta_gamma', 'délta', '東京', 'naïve', 'x1', 'the', 'İstanbul', 'ﬁne');
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.array(text, { maxLength: 3 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 7 }),
      async (own, others, words, before) => {
        const query = words.join(' ');
        const { ask, ids, paths } = await remembering(own, others.length > 0 ? others : ['x1']);
        const answer = ask(query, { before });
        const lines = readFileSync(paths[0] ?? '', 'utf8')
          .trimEnd()
          .split('\n');
        for (const hit of answer.hits) {
          expect(hit.tape).toBe(ids[0]);
          expect(hit.seq).toBeLessThan(before);
          expect(hit.matches.length).toBeGreaterThan(0);
          expect(findEach(own[hit.seq - 1] ?? '', termsOf(query)).some((found) => found.length > 0)).toBe(true);
          expect(hit.digest).toBe(digest(formatById('claude-code').payload(JSON.parse(lines[hit.seq - 1] ?? ''))));
        }
        const holds = own.slice(0, before - 1).filter((one) => words.some((wanted) => one.split(' ').includes(wanted)));
        expect(answer.hits.length).toBeGreaterThanOrEqual(holds.length);
        expect(ask(query, { before })).toEqual(answer);
      },
    ),
    { numRuns: 20 },
  );
});
