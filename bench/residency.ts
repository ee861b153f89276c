import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createIngest } from '../src/main/engine/catalog/create-ingest.ts';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { residencyOf } from '../src/main/engine/residency/residency.ts';
import { createRim, decide } from '../src/main/engine/views/assemble.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

const TEXT = 'The tide tables are read once an hour, and the gate is opened when the water outside is higher. '.repeat(4);
/** Entries for each step: its answer with a call, and bookkeeping and results around it. */
const PER_STEP = 100;
/** Steps between two compactions. */
const PHASE = 250;

/** A session in which each request is followed by many small entries, so that contexts are long. */
function* session(steps: number): Generator<object> {
  let number = 0;
  let parent: string | null = null;
  const node = (type: string, more: object): object => {
    const uuid = `node-${++number}`;
    const timestamp = new Date(1_767_603_600_000 + number * 1000).toISOString();
    const record = {
      parentUuid: parent,
      isSidechain: false,
      type,
      uuid,
      timestamp,
      sessionId: 'bench',
      cwd: '/work',
      version: '2.1.100',
      ...more,
    };
    parent = uuid;
    return record;
  };
  for (let step = 1; step <= steps; step += 1) {
    if (step % PHASE === 0) {
      const before: string | null = parent;
      yield node('system', {
        parentUuid: null,
        subtype: 'compact_boundary',
        logicalParentUuid: before,
        compactMetadata: { trigger: 'auto', preTokens: 160_000 },
      });
      yield node('user', { isCompactSummary: true, message: { role: 'user', content: TEXT } });
    }
    const id = `toolu-${step}`;
    const usage = { input_tokens: 900, output_tokens: 120, cache_read_input_tokens: 80_000, cache_creation_input_tokens: 0 };
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: `src/${step % 40}.ts` } }];
    yield node('assistant', { message: { id: `msg-${step}`, role: 'assistant', model: 'claude-opus-5', content, usage } });
    yield node('user', { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: TEXT }] } });
    for (let made = 2; made < PER_STEP; made += 1) yield node('user', { message: { role: 'user', content: 'Go on.' } });
  }
}

const write = async (file: string, steps: number): Promise<void> => {
  const stream = createWriteStream(file);
  for (const line of session(steps))
    if (!stream.write(`${JSON.stringify(line)}\n`)) await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  stream.end();
  await finished(stream);
};

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
      await write(file, steps);
      const { tapes } = await ingest.open([file], { text: false });
      const tape = store.catalog.tape(tapes[0] ?? '');
      for (const policy of ['as-recorded', 'full'] as const) {
        const times = { follow: [] as number[], read: [] as number[] };
        const rounds = steps > 1000 ? 2 : 5;
        for (let round = -1; round < rounds; round += 1) {
          const read = await timed(() => decide(createRim(store.catalog), tape.id, tape.steps, { type: 'full' }));
          const follow = await timed(() => residencyOf(store.catalog, tape.id, { type: policy }));
          if (round < 0) continue;
          times.read.push(read);
          times.follow.push(follow);
        }
        rows.push(
          row(
            `residency ${policy} of ${steps.toLocaleString('en-US')} steps × ${tape.entries.toLocaleString('en-US')} entries`,
            median(times.follow),
            median(times.read),
          ),
        );
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
