import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { createFinder } from '../src/main/engine/search/find.ts';
import { writeClaudeFile } from './claude-file.ts';
import { type Bench, type BenchRow, percentile, timed } from './report.ts';

/** Words of the file from the most frequent to the rare. */
export function someWords(path: string): string[] {
  const counts = new Map<string, number>();
  const head = readFileSync(path).toString('utf8', 0, 4_000_000);
  for (const word of head.match(/[a-z]{5,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  return Array.from({ length: 40 }, (_, at) => sorted[Math.floor(sorted.length ** (at / 40))] ?? 'kalo');
}

/** The program that people would use instead: ripgrep where there is one, else grep. */
export function searchFile(word: string, path: string): string {
  for (const program of ['rg', 'grep']) {
    try {
      execFileSync(program, ['-F', '-c', word, path], { stdio: 'ignore' });
      return program;
    } catch (failure) {
      // Status 1 says that nothing was found; it has looked all the same.
      if ((failure as { status?: number }).status === 1) return program;
    }
  }
  throw new Error('there is neither rg nor grep to compare with');
}

/** The newest 20 hits with snippets, against a scan of the same file. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const path = join(folder, 'session.jsonl');
  const home = join(folder, 'home');
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  try {
    writeClaudeFile(path, (quick ? 20 : 200) * 1e6);
    await ingest.open([path]);
    await ingest.idle();
    const find = createFinder(home, store.db);
    const words = someWords(path);
    for (const word of words) find({ query: word, limit: 20 });
    const times: number[] = [];
    for (const word of words) {
      for (let round = 0; round < (quick ? 2 : 10); round++) times.push(await timed(() => find({ query: word, limit: 20 })));
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
    const yardstickValue = percentile(scans, 0.5);
    const row = (what: string, p: number, target: number | null): BenchRow => {
      const value = percentile(times, p);
      const yardstick = `${program} -F on the same file`;
      return { what, value, unit: 'ms', yardstick, yardstickValue, ratio: yardstickValue / value, target, better: 'higher' };
    };
    return [row('search, newest 20 with snippets, median', 0.5, null), row('search, newest 20 with snippets, p99', 0.99, 100)];
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
