import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import type { IngestOptions } from '../src/main/engine/ingest/create-ingest.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { libraryMethods } from '../src/main/engine/library/methods.ts';
import { lazyProofs } from '../src/main/engine/proofs.ts';
import { contract } from '../src/shared/rpc/contract.ts';
import { writeManySessions, writePlainSessions } from './many-sessions.ts';
import { type Bench, type BenchOptions, type BenchRow, median, timed } from './report.ts';

const FEW = 250;
const never = new AbortController().signal;

/** What a window at 1440 × 900 asks for first. */
const FIRST = { heights: { source: 34, project: 30, tape: 46, nested: 28 }, height: 1500 };

const opened = (home: string, follow: IngestOptions['follow'] = false) => {
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow });
  const close = async (): Promise<void> => {
    await ingest.close();
    store.close();
  };
  return {
    ingest,
    library: libraryMethods(
      { catalog: store.catalog, ingest, options: { home, readOnly: false } },
      lazyProofs(store.catalog, { home, readOnly: true }),
    ),
    close,
  };
};

const parseAll = (files: readonly string[]): void => {
  for (const file of files) for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
};

/** The first rows as they cross the bridge: their bytes, and milliseconds until they are there. */
const firstRows = async (home: string): Promise<{ bytes: number; ms: number }> => {
  const { library, close } = opened(home);
  try {
    let bytes = 0;
    const ms = await timed(async () => {
      const page = await library['library.rows'](contract['library.rows'].input.parse(FIRST), { signal: never });
      bytes = JSON.stringify(page).length;
    });
    return { bytes, ms };
  } finally {
    await close();
  }
};

/** What a window does at its start: looks whether anything has changed, and follows what changes from then on. */
const startOnce = async (home: string, logs: string): Promise<number> => {
  const { ingest, close } = opened(home, true);
  try {
    return await timed(() => ingest.watch([logs]));
  } finally {
    await close();
  }
};

const measure = async (folder: string, count: number, rounds: number) => {
  const [logs, home] = [join(folder, `logs-${count}`), join(folder, `home-${count}`)];
  const files = writeManySessions(logs, count);
  const parse = await timed(() => parseAll(files));
  const { ingest, close } = opened(home);
  const read = await timed(() => ingest.open([logs], { text: false }));
  // What the full text lacks would be work of the start.
  await ingest.open([logs]);
  await ingest.idle();
  await close();
  const starts: number[] = [];
  const finds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    finds.push(await timed(() => execFileSync('find', [logs, '-type', 'f', '-printf', '%p %s %T@\n'], { maxBuffer: 1 << 28 })));
    starts.push(await startOnce(home, logs));
  }
  return { parse, read, start: median(starts), find: median(finds), ...(await firstRows(home)) };
};

/** Sessions of a usual size, read by threads that have read before, as in a window that has been open for a while; and the parsing of the same lines. */
const importPlain = async (folder: string, count: number) => {
  const [logs, warm] = [join(folder, 'plain'), join(folder, 'warm')];
  const files = writePlainSessions(logs, count);
  writePlainSessions(warm, 200, 8);
  const parse = await timed(() => parseAll(files));
  const { ingest, close } = opened(join(folder, 'home-plain'));
  try {
    await ingest.open([warm], { text: false });
    return { parse, read: await timed(() => ingest.open([logs], { text: false })) };
  } finally {
    await close();
  }
};

/** A library of many short sessions: the first rows in a window, the reading of all, and a start where nothing has changed. */
export const run: Bench = async ({ quick }: BenchOptions): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const count = quick ? 2500 : 25_000;
  const many = `${count.toLocaleString('en-US')} sessions`;
  try {
    const few = await measure(folder, FEW, 1);
    const all = await measure(folder, count, quick ? 1 : 5);
    const plainCount = count / 10;
    const plain = await importPlain(folder, plainCount);
    const row = (
      what: string,
      [value, yardstickValue]: [number, number],
      more: Pick<BenchRow, 'unit' | 'yardstick' | 'target' | 'better'>,
    ): BenchRow => ({
      what,
      value,
      yardstickValue,
      ratio: value / yardstickValue,
      ...more,
    });
    const imported = { unit: 'files/ms', yardstick: 'JSON.parse of the same lines', target: 0.45, better: 'higher' } as const;
    return [
      row(`bytes to the library's first rows, ${many}`, [all.bytes / 1000, few.bytes / 1000], {
        unit: 'kB',
        yardstick: `${FEW} sessions`,
        target: 1.2,
        better: 'lower',
      }),
      row(`the library's first rows, ${many}`, [all.ms, few.ms], {
        unit: 'ms',
        yardstick: `${FEW} sessions`,
        target: null,
        better: 'lower',
      }),
      row(`start where nothing changed, ${many}`, [all.start, all.find], {
        unit: 'ms',
        yardstick: 'find -type f -printf',
        target: 10,
        better: 'lower',
      }),
      row(
        `import of many small sources, ${plainCount.toLocaleString('en-US')} of 80 kB`,
        [plainCount / plain.read, plainCount / plain.parse],
        imported,
      ),
      row(`import of many tiny sources, ${many} of 4 kB`, [count / all.read, count / all.parse], imported),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
