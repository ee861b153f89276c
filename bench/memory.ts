import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { createMemory } from '../src/main/engine/memory/find.ts';
import { createFinder } from '../src/main/engine/search/find.ts';
import { writeShortEntries } from './claude-file.ts';
import { type Bench, type BenchRow, percentile, timed } from './report.ts';
import { searchFile, someWords } from './search.ts';

const LIMIT = 20;

/** One word, two and four, from the most frequent to the rare; a memory query is a bag of words. */
const queriesOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => [
    word,
    [word, words[(at * 7 + 3) % words.length]].join(' '),
    [0, 11, 17, 29].map((by) => words[(at + by) % words.length]).join(' '),
  ]);

/** The best 20 entries of a million, ranked, read from the source and checked: against a scan of the same file, and against a search. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const path = join(folder, 'session.jsonl');
  const home = join(folder, 'home');
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  try {
    const count = quick ? 50_000 : 1_000_000;
    writeShortEntries(path, count);
    const { tapes } = await ingest.open([path]);
    await ingest.idle();
    const tape = tapes[0] ?? '';
    const memory = createMemory(home, store.db);
    const find = createFinder(home, store.db);
    const words = someWords(path);
    const queries = queriesOf(words);
    const times: number[] = [];
    const searches: number[] = [];
    for (let round = 0; round < (quick ? 2 : 4); round++) {
      for (const query of queries) {
        const memoryTime = await timed(() => memory.query({ query, tape, scope: 'tape', limit: LIMIT }));
        const searchTime = await timed(() => find({ query, tape, limit: LIMIT }));
        // The first round fills caches and compiles.
        if (round > 0) times.push(memoryTime);
        if (round > 0) searches.push(searchTime);
      }
    }
    const scans: number[] = [];
    let program = '';
    for (const word of words.slice(0, 10)) {
      scans.push(
        await timed(() => {
          program = searchFile(word, path);
        }),
      );
    }
    const scan = percentile(scans, 0.5);
    const entries = count.toLocaleString('en-US');
    const against = (name: string, p: number, target: number | null): BenchRow => {
      const value = percentile(times, p);
      const what = `memory, best ${LIMIT} of ${entries} entries, ${name}`;
      const yardstick = `${program} -F on the same file`;
      return { what, value, unit: 'ms', yardstick, yardstickValue: scan, ratio: scan / value, target, better: 'higher' };
    };
    const value = percentile(times, 0.5);
    const yardstickValue = percentile(searches, 0.5);
    const plain: BenchRow = {
      what: 'memory, the same, median',
      value,
      unit: 'ms',
      yardstick: 'search: newest 20, not ranked',
      yardstickValue,
      ratio: value / yardstickValue,
      target: null,
      better: 'lower',
    };
    return [against('median', 0.5, null), against('p99', 0.99, 10), plain];
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
