import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { findTerms, indexed, matchOf, termsOf } from '../text/terms.ts';
import { createFinder, type Query } from './find.ts';
import { createShardReaders } from './shards.ts';

const searchable = async (texts: readonly string[], name = 's.jsonl', folder = tempFolder()) => {
  const room = openEngineRoom();
  const path = writeFile(
    folder,
    name,
    texts.flatMap((text, at) => claudeTree(`u${at} ${JSON.stringify(text)} @-`)),
  );
  const { tapes } = await room.ingest.open([path]);
  await room.ingest.idle();
  const finder = createFinder(room.home, room.store.db);
  const find = (query: string, more: Partial<Query> = {}) => finder({ query, limit: 50, ...more });
  return { ...room, path, id: tapes[0] ?? '', find, seqs: (query: string) => find(query).hits.map((hit) => hit.seq) };
};

describe('what is found', () => {
  it.each([
    ['retry', [1]],
    ['RETRYNOW', [2]],
    ['retryNow()', [2]],
    ['src/errors/map.ts', [3]],
    ['map src', [4, 3]],
    ['"src errors"', [4, 3]],
    ['"errors src"', []],
    ['snake_case', [5]],
    ['case', [5]],
    ['retr*', [2, 1]],
    ['cafe', [11, 6]],
    ['研究', [7]],
    ['究研', []],
    ['"研究 生活"', []],
    ['東京タワー', [8]],
    ['nothing', []],
    ['(', []],
    ['⚠️ warning', [9]],
    ['⚠️', [9]],
    ['🤖', [10]],
    ['1️⃣', [10]],
    ['café.txt', [11]],
    ['cafe\u0301', [11, 6]],
    ['שלום', [12]],
    ['map.ts:12', [3]],
  ])('%s', async (query, expected) => {
    const { seqs } = await searchable([
      'please retry',
      'call retryNow() now',
      'see src/errors/map.ts:12',
      'the map of src errors',
      'a snake_case name',
      'Café au lait',
      '我们研究生命',
      '東京タワーへ行く',
      '⚠️ warning: too late',
      'done 🤖 step 1️⃣',
      'wrote cafe\u0301.txt',
      'שָׁלוֹם עולם',
    ]);
    expect(seqs(query)).toEqual(expected);
  });

  it('a query without a word says so', async () => {
    const { find } = await searchable(['a → b']);
    expect(find('→')).toMatchObject({ hits: [], note: '“→” holds no word: search for letters, digits or emoji.' });
    expect(find('b')).toMatchObject({ note: null });
  });

  it('what a hook printed, and the tasks of a reminder', async () => {
    const attachments = [
      {
        type: 'hook_success',
        hookName: 'PostToolUse:Edit',
        hookEvent: 'PostToolUse',
        content: '',
        stdout: 'formatted seven files',
        stderr: 'slow disk',
      },
      { type: 'task_reminder', content: [{ id: '1', subject: 'Paint the lighthouse', status: 'pending' }], itemCount: 1 },
    ];
    const { ingest, find } = await searchable(['hello']);
    const head = {
      parentUuid: null,
      isSidechain: false,
      type: 'attachment',
      timestamp: '2026-01-01T00:00:00.000Z',
      sessionId: 's',
      version: '2.1.100',
    };
    const lines = attachments.map((attachment, at) => JSON.stringify({ ...head, uuid: `a${at}`, attachment }));
    const first = JSON.stringify(claudeTree('u1 "begin"')[0]);
    await ingest.open([writeFile(tempFolder(), 'b.jsonl', `${first}\n${lines.join('\n')}\n`)]);
    await ingest.idle();
    expect(['"seven files"', '"slow disk"', 'lighthouse'].map((query) => find(query).hits.map(({ seq }) => seq))).toEqual([[2], [2], [3]]);
  });

  it('in the same order whatever order the tapes were read in', async () => {
    const folder = tempFolder();
    const files = ['a.jsonl', 'b.jsonl'].map((name) => writeFile(folder, name, claudeTree('u1 "a needle"')));
    const orders = [files, files.toReversed()].map(async (order) => {
      const { ingest, home, store } = openEngineRoom();
      for (const file of order) await ingest.open([file]);
      await ingest.idle();
      return createFinder(home, store.db)({ query: 'needle', limit: 10 }).hits.map((hit) => hit.tape);
    });
    const [one, other] = await Promise.all(orders);
    expect(one).toHaveLength(2);
    expect(other).toEqual(one);
  });

  it('newest tape first, newest entry first, page by page', async () => {
    const { ingest, find } = await searchable(Array.from({ length: 7 }, (_, at) => `word ${at}`));
    await ingest.open([writeFile(tempFolder(), 'older.jsonl', claudeTree('u1 "word of old"', { start: 1_600_000_000_000 }))]);
    await ingest.idle();
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = find('word', { limit: 3, before });
      expect(page.total).toBe(8);
      seen.push(...page.hits.map((hit) => hit.snippet));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(['word 6', 'word 5', 'word 4', 'word 3', 'word 2', 'word 1', 'word 0', 'word of old']);
  });

  it('in one tape only when asked', async () => {
    const { ingest, find, id } = await searchable(['one word']);
    await ingest.open([writeFile(tempFolder(), 'other.jsonl', claudeTree('u1 "word"'))]);
    await ingest.idle();
    expect(find('word').hits).toHaveLength(2);
    expect(find('word', { tape: id }).hits.map((hit) => hit.tape)).toEqual([id]);
    expect(find('word', { tape: id })).toMatchObject({ indexed: 1, of: 1 });
  });
});

describe('what is shown', () => {
  it('about 200 characters around the first match, with the places of all matches in them', async () => {
    const { find } = await searchable([`${'before '.repeat(100)}needle 😀 and\nneedle ${'after '.repeat(100)}`]);
    const [hit] = find('needle').hits;
    expect(hit?.snippet.length).toBeLessThanOrEqual(204);
    expect(hit?.snippet).not.toContain('\n');
    expect(hit?.matches.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(['needle', 'needle']);
  });

  it('never a hit whose bytes have changed underneath', async () => {
    const { find, path } = await searchable(['needle in hay', 'needle in straw']);
    writeFileSync(path, readFileSync(path, 'utf8').replace('needle in hay', 'nothing to it'));
    expect(find('needle').hits.map((hit) => hit.seq)).toEqual([2]);
  });

  it('text that was read again, and no text that is gone', async () => {
    const { ingest, find, path } = await searchable(['old words', 'old words again']);
    writeFileSync(path, jsonl(claudeTree('u1 "new words"')));
    await ingest.open([path]);
    await ingest.idle();
    expect(find('old').hits).toEqual([]);
    expect(find('words').hits.map((hit) => hit.snippet)).toEqual(['new words']);
    appendFileSync(path, jsonl(claudeTree('u2 "old friends" @-')));
    await ingest.open([path]);
    await ingest.idle();
    expect(find('old').hits.map((hit) => hit.seq)).toEqual([2]);
  });
});

describe('no query is an error', () => {
  it('whatever a person types', async () => {
    const { find } = await searchable(['some words']);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('"', '*', 'a" OR "b', 'NEAR(', '-x', 'body:x', '^a')),
        (query) => {
          expect(find(query).hits.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('and what the index finds, the snippet finds too', async () => {
    const words = fc.constantFrom(
      'alpha',
      'beta_gamma',
      'délta',
      'Ünder',
      '東京',
      '研究',
      'naïve',
      'x1',
      'a.b/c',
      'ΑΒΓ',
      'İstanbul',
      'ﬁne',
    );
    const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), words, async (texts, query) => {
        const { find } = await searchable(texts);
        const found = find(query);
        expect(found.hits).toHaveLength(found.total ?? -1);
        for (const hit of found.hits) expect(hit.matches.length).toBeGreaterThan(0);
        expect(found.hits.length).toBeGreaterThanOrEqual(texts.filter((one) => one.split(' ').includes(query)).length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('words', () => {
  it('parts a query into terms', () => {
    expect(termsOf('foo "bar baz" qu*')).toEqual([
      { words: ['foo'], open: false },
      { words: ['bar', 'baz'], open: false },
      { words: ['qu'], open: true },
    ]);
    expect(matchOf(termsOf('a.b "c'))).toBe('"a b" AND "c"');
    expect(indexed('ab研究cd')).toBe('ab 研  究 cd');
  });

  it('finds terms as the index does', () => {
    expect(findTerms('Retry the RetryNow()', termsOf('retrynow'))).toEqual([{ from: 10, to: 18 }]);
    expect(findTerms('one two', termsOf('one three'))).toBeNull();
  });
});

it('the text of a tape whose file is gone goes too', async () => {
  const { ingest, find, home, path } = await searchable(['some words']);
  rmSync(path);
  await ingest.watch([dirname(path)]);
  await ingest.idle();
  expect(find('words')).toMatchObject({ hits: [], total: 0 });
  const rows = createShardReaders(home)().map((shard) => shard.prepare('SELECT count(*) FROM text').pluck().get());
  expect(rows).toEqual([0, 0]);
});
