import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { bringSource } from '../src/main/engine/sources/bring-source.ts';
import { assemble } from '../src/main/engine/views/assemble.ts';
import { changesBetween } from '../src/main/engine/views/changes-of.ts';
import { createRim } from '../src/main/engine/views/rim.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

/** Blocks in the context of the last step before the compaction. */
const BLOCKS = 2000;
const ROUNDS = 120;
const TEXT = 'The retry moves to the outbox worker, which maps the codes in one place. '.repeat(6);

/** Turns of three entries up to `BLOCKS` of them, a branch that was left half way, then a compaction that keeps a hundred entries, and a turn. */
function* session(): Generator<object> {
  let number = 0;
  const usage = { input_tokens: 90_000, output_tokens: 120, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const node = (type: string, parent: number | null, more: object): object => {
    number += 1;
    const timestamp = new Date(1_767_603_600_000 + number * 1000).toISOString();
    const plain = { isSidechain: false, sessionId: 'bench', cwd: '/work', version: '2.1.100', timestamp };
    return { parentUuid: parent && uuid(parent), type, uuid: uuid(number), ...plain, ...more };
  };
  const turn = function* (parent: number | null): Generator<object> {
    const id = `call-${number}`;
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: 'a.ts' } }];
    yield node('user', parent, { message: { role: 'user', content: TEXT } });
    yield node('assistant', number, { message: { id: `msg-${number}`, role: 'assistant', model: 'claude-opus-5', content, usage } });
    yield node('user', number, { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: TEXT }] } });
  };
  while (number + 3 <= BLOCKS) yield* turn(number === 0 ? null : number);
  const last = number;
  yield* turn(last);
  // The person went back to half way, and did as much again.
  yield* turn(Math.floor(last / 6) * 3);
  const kept = { headUuid: uuid(last - 99), anchorUuid: uuid(number + 5), tailUuid: uuid(last) };
  yield* turn(last);
  yield node('system', null, {
    subtype: 'compact_boundary',
    logicalParentUuid: uuid(last),
    compactMetadata: { trigger: 'auto', preTokens: 160_000, preservedSegment: kept },
  });
  yield node('user', number, { isCompactSummary: true, message: { role: 'user', content: TEXT } });
  yield* turn(last);
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What came and went between two contexts of 2,000 blocks, against assembling the two views: what a person would else compare by eye. */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(join(folder, 'home'));
  try {
    const file = join(folder, 'session.jsonl');
    writeFileSync(file, [...session()].map((record) => `${JSON.stringify(record)}\n`).join(''));
    const tape = bringSource(store.db, file).source.id;
    const rim = createRim(store.catalog);
    const choice = { type: 'as-recorded' as const };
    const { steps } = store.catalog.tape(tape);
    const rows: BenchRow[] = [];
    for (const [name, step, against] of [
      ['the next request', steps - 3, steps - 4],
      ['after going back', steps - 2, steps - 3],
      ['after a compaction', steps, steps - 3],
    ] as const) {
      const times = { diff: [] as number[], views: [] as number[] };
      const difference = () => changesBetween(rim, { tape, place: { step }, against, choice });
      const views = async () => [await assemble(rim, tape, step, choice), await assemble(rim, tape, against, choice)];
      for (let round = -20; round < (quick ? 10 : ROUNDS); round += 1) {
        const taken = { diff: await timed(difference), views: await timed(views) };
        if (round < 0) continue;
        times.diff.push(taken.diff);
        times.views.push(taken.views);
      }
      const [value, yardstickValue] = [median(times.diff), median(times.views)];
      rows.push({
        ...{ what: `step diff at ${BLOCKS.toLocaleString('en-US')} blocks, ${name}`, value, unit: 'ms' },
        ...{ yardstick: 'assemble the two views', yardstickValue, ratio: value / yardstickValue, target: 1, better: 'lower' },
      });
    }
    return rows;
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
