import { execFileSync, spawn } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { storeSettings } from '../src/main/engine/app/settings.ts';
import { openEngine } from '../src/main/engine/open.ts';
import { openTape } from '../src/main/engine/store/open-tape.ts';
import type { Tape } from '../src/main/engine/store/types.ts';
import { initWorkspace } from '../src/main/engine/store/workspace.ts';
import { noLogs } from '../src/main/engine/testing/no-logs.ts';
import type { AppendInput } from '../src/shared/model/native.ts';
import { type Bench, type BenchRow, limitRow, median, percentile, timed } from './report.ts';

/** Entries of a phase, as in view.ts. */
const PHASE = 500;
const WORDS = 'the retry moves to the outbox worker which maps every status code in one place and writes what it has decided'.split(' ');
/** Words that few entries have: one in 40, one in 1,600, one in 64,000. */
const RARE = ['harbour', 'lighthouse', 'breakwater'];

/** Some 250 characters that differ from entry to entry, with a rare word now and then. */
const textOf = (at: number): string => {
  const words = Array.from({ length: 40 }, (_, place) => WORDS[(at * 7 + place * (1 + (at % 13))) % WORDS.length] ?? 'the');
  for (const [rank, word] of RARE.entries()) if (at % 40 ** (rank + 1) === 0) words[rank] = word;
  return words.join(' ');
};

const message = (at: number): AppendInput => ({ payload: { role: at % 2 === 0 ? 'user' : 'assistant', content: textOf(at) }, meta: {} });

const newTape = (folder: string, name: string): Tape => {
  const root = join(folder, 'projects', name);
  mkdirSync(root, { recursive: true });
  const { workspace } = initWorkspace(join(folder, 'tapes'), root);
  return openTape(workspace, { session: 'main', fork: null }, { create: true });
};

/** A tape of `entries` entries in phases of 500, the last of which is whole. */
const longTape = (folder: string, entries: number): Tape => {
  const tape = newTape(folder, `long-${entries}`);
  for (let made = 0; made < entries; made += PHASE) {
    if (made > 0) tape.handoff({ name: `phase-${made / PHASE}`, summary: textOf(made) });
    tape.append(Array.from({ length: PHASE - 1 }, (_, at) => message(made + at)));
  }
  return tape;
};

/** What an append would cost with nothing but the promise to keep: one write and one fdatasync for each line. */
const bareLoop = (path: string, lines: readonly string[]): number => {
  const file = openSync(path, 'a');
  const start = performance.now();
  for (const line of lines) {
    writeSync(file, line);
    fdatasyncSync(file);
  }
  const ms = performance.now() - start;
  closeSync(file);
  return lines.length / (ms / 1000);
};

const SIZES = { one: 500, batch: 100 };

/** Durable appends per second, in turns with the bare loop so that both see the same disk. */
const appends = async (folder: string, rounds: number): Promise<BenchRow[]> => {
  const tape = newTape(folder, 'appends');
  const rates = { bare: [] as number[], one: [] as number[], batched: [] as number[] };
  let at = 0;
  for (let round = -1; round < rounds; round++) {
    const lines = Array.from({ length: SIZES.one }, () => `${JSON.stringify({ id: ++at, kind: 'message', ...message(at) })}\n`);
    const bare = bareLoop(join(folder, 'bare.jsonl'), lines);
    const one = await timed(() => {
      for (let made = 0; made < SIZES.one; made++) tape.append([message(++at)]);
    });
    const batches = 20;
    const batched = await timed(() => {
      for (let made = 0; made < batches; made++) tape.append(Array.from({ length: SIZES.batch }, () => message(++at)));
    });
    if (round < 0) continue;
    rates.bare.push(bare);
    rates.one.push(SIZES.one / (one / 1000));
    rates.batched.push((batches * SIZES.batch) / (batched / 1000));
  }
  tape.close();
  const yardstickValue = median(rates.bare);
  const row = (what: string, values: number[], target: number | null): BenchRow => {
    const value = median(values);
    const yardstick = 'write + fdatasync of the same lines';
    return { what, value, unit: '/s', yardstick, yardstickValue, ratio: value / yardstickValue, target, better: 'higher' };
  };
  return [row('durable appends, one by one', rates.one, 0.5), row(`durable appends, batches of ${SIZES.batch}`, rates.batched, null)];
};

/** From asking for the last anchor to holding the entries since, as an agent does when it begins. */
const lastPhase = (tape: Tape): number => {
  const [last] = tape.rows({ kind: 'anchor', limit: 1 });
  if (last === undefined) throw new Error('the tape has no anchor');
  return tape.entries({ phases: [last.anchor_seq, last.anchor_seq] }).length;
};

/** Reading the last phase of longer and longer tapes, against the shortest. */
const lastAnchors = async (tapes: readonly [entries: number, tape: Tape][], rounds: number): Promise<BenchRow[]> => {
  const times = tapes.map((): number[] => []);
  for (let round = -20; round < rounds; round++) {
    for (const [at, [, tape]] of tapes.entries()) {
      const ms = await timed(() => {
        if (lastPhase(tape) !== PHASE) throw new Error('the last phase is not whole');
      });
      if (round >= 0) times[at]?.push(ms);
    }
  }
  const medians = times.map(median);
  const [yardstickValue = Number.NaN] = medians;
  return tapes.slice(1).map(([entries], at): BenchRow => {
    const value = medians[at + 1] ?? Number.NaN;
    return {
      what: `last anchor to head, ${entries.toLocaleString('en-US')} entries`,
      ...{ value, unit: 'ms', yardstick: `the same in ${tapes[0]?.[0].toLocaleString('en-US')} entries`, yardstickValue },
      ...{ ratio: value / yardstickValue, target: 1.2, better: 'lower' },
    };
  });
};

const grep = (word: string, folder: string): void => {
  try {
    execFileSync('grep', ['-rF', '-c', word, folder], { stdio: 'ignore' });
  } catch (failure) {
    // Status 1 says that nothing was found; it has looked all the same.
    if ((failure as { status?: number }).status !== 1) throw failure;
  }
};

/** The newest 20 hits with snippets, from words in every entry to a rare one, against grep over the folders. */
const searches = async (tape: Tape, entries: number, rounds: number): Promise<BenchRow[]> => {
  const words = [...RARE, 'outbox', 'the', 'status code', 'retry'];
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const word of words) {
      const ms = await timed(() => {
        if (tape.search(word, { limit: 20 }).length === 0) throw new Error(`nothing was found for ${word}`);
      });
      if (round >= 0) times.push(ms);
    }
  }
  const scans: number[] = [];
  for (const word of words.slice(0, 5)) scans.push(await timed(() => grep(word, join(tape.folder, 'anchors'))));
  const yardstickValue = percentile(scans, 0.5);
  return (
    [
      ['median', 0.5],
      ['p99', 0.99],
    ] as const
  ).map(([name, p]): BenchRow => {
    const value = percentile(times, p);
    return {
      what: `native search, newest 20 of ${entries.toLocaleString('en-US')} entries, ${name}`,
      ...{ value, unit: 'ms', yardstick: 'grep -rF over the folders', yardstickValue },
      ...{ ratio: yardstickValue / value, target: p === 0.99 ? 100 : null, better: 'higher' },
    };
  });
};

/** A process of its own that appends `count` entries which say when. */
const startWriter = (workspace: string, count: number): Promise<number | null> => {
  const program = fileURLToPath(new URL('store-writer.ts', import.meta.url));
  const writer = spawn(process.execPath, [program, workspace, String(count)], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => writer.once('exit', resolve));
};

/** Milliseconds since another process was about to append what this payload is of. */
const since = (payload: unknown): number => {
  const { data } = payload as { data: { written: string } };
  return Number(process.hrtime.bigint() - BigInt(data.written)) / 1e6;
};

/** Limits in milliseconds. */
const LIMITS = { index: 5, window: 250 };

const within = (what: string, times: readonly number[], limit: number): BenchRow => limitRow(what, percentile(times, 0.99), limit);

/** From just before another process appends to the moment when a reader of this one holds the entry. */
const untilIndexed = async (folder: string, count: number): Promise<BenchRow> => {
  const tape = newTape(folder, 'visible');
  const before = tape.head();
  const ended = startWriter(tape.workspace.folder, count);
  const times: number[] = [];
  const late = performance.now() + 60_000;
  for (let seen = before; seen < before + count; ) {
    if (tape.head() > seen) {
      seen += 1;
      times.push(since(tape.entry(seen)?.payload));
    } else if (performance.now() > late) throw new Error(`the writer stopped after ${seen - before} of ${count} entries`);
  }
  await ended;
  tape.close();
  return within('append by another process, until it is in the index, p99', times, LIMITS.index);
};

/** The same until the engine of an open window has it in its catalog and tells the window. */
const untilTold = async (folder: string, count: number): Promise<BenchRow> => {
  const home = join(folder, 'home');
  storeSettings(home, {
    logs: noLogs(),
    tapeHome: join(folder, 'told'),
    theme: 'system',
    policies: {},
    redact: [],
    filters: [],
    money: 'dollars',
  });
  mkdirSync(join(folder, 'projects/told'), { recursive: true });
  const { workspace } = initWorkspace(join(folder, 'told'), join(folder, 'projects/told'));
  const tape = openTape(workspace, { session: 'main', fork: null });
  const { engine } = await openEngine({ home, host: 'browser', readOnly: false, samples: null });
  try {
    // The first reading and the watching begin by themselves.
    await setTimeout(2000);
    const times: number[] = [];
    let seen = tape.head();
    engine.subscribe((push) => {
      if (push.type !== 'tape') return;
      for (; seen < push.entries; seen++) times.push(since(tape.entry(seen + 1)?.payload));
    });
    await startWriter(workspace.folder, count);
    for (let waited = 0; times.length < count && waited < 100; waited++) await setTimeout(50);
    if (times.length < count) throw new Error(`the window was told of ${times.length} of ${count} entries`);
    return within('append by another process, until the window is notified, p99', times, LIMITS.window);
  } finally {
    await engine.close();
    tape.close();
  }
};

/** Native tapes: what a promise costs, and that length costs nothing. */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  try {
    const rows = await appends(folder, quick ? 1 : 9);
    rows.push(await untilIndexed(folder, quick ? 50 : 500), await untilTold(folder, quick ? 50 : 500));
    const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000];
    const tapes = sizes.map((entries): [number, Tape] => [entries, longTape(folder, entries)]);
    rows.push(...(await lastAnchors(tapes, quick ? 20 : 200)));
    const [longest, tape] = tapes.at(-1) ?? [];
    if (longest !== undefined && tape !== undefined) rows.push(...(await searches(tape, longest, quick ? 3 : 30)));
    for (const [, each] of tapes) each.close();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
