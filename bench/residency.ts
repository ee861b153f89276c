import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { residencyOf } from '../src/main/engine/residency/residency.ts';
import { decide } from '../src/main/engine/views/assemble.ts';
import { createRim } from '../src/main/engine/views/rim.ts';
import { parsePolicy } from '../src/shared/model/policy.ts';
import { claudeRecords, writeRecords } from './records.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

const TEXT = 'The tide tables are read once an hour, and the gate is opened when the water outside is higher. '.repeat(4);
/** Entries for each step: its answer with a call, and bookkeeping and results around it. */
const PER_STEP = 100;
/** Steps between two compactions. */
const PHASE = 250;

/** A session in which each request is followed by many small entries, so that contexts are long. */
function* session(steps: number): Generator<object> {
  const { node, compaction } = claudeRecords();
  for (let step = 1; step <= steps; step += 1) {
    if (step % PHASE === 0) yield* compaction(TEXT);
    const id = `toolu-${step}`;
    const usage = { input_tokens: 900, output_tokens: 120, cache_read_input_tokens: 80_000, cache_creation_input_tokens: 0 };
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: `src/${step % 40}.ts` } }];
    yield node('assistant', { message: { id: `msg-${step}`, role: 'assistant', model: 'claude-opus-5', content, usage } });
    yield node('user', { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: TEXT }] } });
    for (let made = 2; made < PER_STEP; made += 1) yield node('user', { message: { role: 'user', content: 'Go on.' } });
  }
}

/**
 * Residency of 1,000 steps over 100,000 entries, and of ten times as many, against deciding one context over all entries of the same tape:
 * what nobody who looks at every entry can do without. Work that followed the contexts and not what changes would be hundreds of those.
 */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(join(folder, 'home'));
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
  try {
    const rows: BenchRow[] = [];
    for (const steps of quick ? [100, 1000] : [1000, 10_000]) {
      const file = join(folder, `session-${steps}.jsonl`);
      await writeRecords(file, session(steps));
      const { tapes } = await ingest.open([file], { text: false });
      const tape = store.catalog.tape(tapes[0] ?? '');
      const rounds = steps > 1000 ? 2 : 5;
      const often = (work: () => unknown): Promise<number> => medianOf(rounds, work);
      const read = await often(() => decide(createRim(store.catalog), tape.id, tape.steps, { type: 'full' }));
      for (const policy of ['as-recorded', 'full', 'compact:8000']) {
        const follow = await often(() => residencyOf(store.catalog, tape.id, parsePolicy(policy)));
        const what = `residency ${policy} of ${steps.toLocaleString('en-US')} steps × ${tape.entries.toLocaleString('en-US')} entries`;
        rows.push(row(what, follow, read));
      }
      rmSync(file);
    }
    return rows;
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Of so many rounds, after one to warm up. */
const medianOf = async (rounds: number, work: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const took = await timed(work);
    if (round >= 0) times.push(took);
  }
  return median(times);
};

const row = (what: string, value: number, yardstickValue: number): BenchRow => ({
  what,
  value,
  unit: 'ms',
  yardstick: 'deciding one context over all of them',
  yardstickValue,
  ratio: value / yardstickValue,
  target: 5,
  better: 'lower',
});
