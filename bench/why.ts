import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { createResidencyService } from '../src/main/engine/residency/service.ts';
import { createWhyRoom, type WhyQuery, whyOf } from '../src/main/engine/why/why.ts';
import { claudeRecords, writeRecords } from './records.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

/** Entries between two compactions. */
const PHASE = 500;
const TEXT = 'The retry moves to the outbox worker, which maps the codes in one place. '.repeat(6);
/** What a person who asks waits for at most, in ms. */
const LIMIT = 1000;

function* session(phases: number): Generator<object> {
  const { node, made: count, compaction } = claudeRecords();
  for (let phase = 0; phase < phases; phase += 1) {
    if (phase > 0) yield* compaction(TEXT);
    for (let made = 2; made + 3 <= PHASE; made += 3) {
      const id = `toolu-${count()}`;
      const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: 'a.ts' } }];
      const usage = { input_tokens: 20_000 + 150 * made, output_tokens: 120, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
      yield node('user', { message: { role: 'user', content: made === 50 ? `Never retry a 402 in phase ${phase}. ${TEXT}` : TEXT } });
      yield node('assistant', { message: { id: `msg-${count()}`, role: 'assistant', model: 'claude-opus-5', content, usage } });
      yield node('user', { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: TEXT }] } });
    }
  }
}

/** The first question of a process about a long session: nothing of the tape is known yet but its catalog. */
export const run: Bench = async ({ quick }) => {
  const phases = quick ? 12 : 120;
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(join(folder, 'home'));
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
  try {
    const file = join(folder, 'long.jsonl');
    await writeRecords(file, session(phases));
    const { tapes } = await ingest.open([file]);
    const [tape = ''] = tapes;
    await ingest.idle();
    const watch = { signal: new AbortController().signal, progress: () => {} };
    const ask = async (query: Partial<WhyQuery>): Promise<number> => {
      const room = createWhyRoom(store.catalog, store.home, createResidencyService(store.catalog));
      return timed(() => whyOf(room, { tape, place: null, policy: 'as-recorded', limit: 20, ...query }, watch));
    };
    const times = { entry: [] as number[], words: [] as number[] };
    for (let round = 0; round < (quick ? 3 : 15); round += 1) {
      times.entry.push(await ask({ seq: Math.floor((phases * PHASE) / 2) + 50 }));
      times.words.push(await ask({ text: 'Never retry a 402' }));
    }
    const entries = (phases * PHASE).toLocaleString('en-US');
    return [
      row(`why: one entry of ${entries}, the first question`, median(times.entry)),
      row(`why: words in 20 of ${entries} entries, the first question`, median(times.words)),
    ];
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const row = (what: string, value: number): BenchRow => ({
  ...{ what, value, unit: 'ms', yardstick: 'a second', yardstickValue: LIMIT },
  ...{ ratio: value / LIMIT, target: 1, better: 'lower' },
});
