import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createGraphReader } from '../src/main/engine/families/material.ts';
import { buildGraph } from '../src/main/engine/graph/build.ts';
import { layLanes } from '../src/main/engine/graph/lanes.ts';
import type { OpenTape } from '../src/main/engine/graph/types.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { type Bench, type BenchRow, limitRow, median, timed } from './report.ts';

/** A session as it is found: turns with two parallel calls each, a rewind every 50 turns, a compaction every 500. */
function* session(entries: number): Generator<object> {
  let number = 0;
  let parent: string | null = null;
  const node = (type: string, above: string | null, more: object): object => {
    number += 1;
    const timestamp = new Date(1_767_603_600_000 + number * 1000).toISOString();
    const plain = { isSidechain: false, sessionId: 'bench', cwd: '/work', version: '2.1.100', timestamp };
    return { parentUuid: above, type, uuid: uuid(number), ...plain, ...more };
  };
  const usage = { input_tokens: 90_000, output_tokens: 120, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const answer = (id: string, content: object): object => ({
    message: { id, role: 'assistant', model: 'claude-opus-5', content: [content], usage },
  });
  const result = (id: string): object => ({
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  });
  const prompt = { message: { role: 'user', content: 'go on' } };
  for (let turn = 1; number < entries; turn++) {
    if (turn % 500 === 0) {
      const named: string | null = parent;
      yield node('system', null, {
        subtype: 'compact_boundary',
        logicalParentUuid: named,
        compactMetadata: { trigger: 'auto', preTokens: 160_000 },
      });
      yield node('user', uuid(number), { isCompactSummary: true, ...prompt });
      parent = uuid(number);
    }
    const before: string | null = parent;
    if (turn % 50 === 0) {
      yield node('user', before, prompt);
      yield node('assistant', uuid(number), answer(`msg-${turn}-left`, { type: 'text', text: 'no' }));
    }
    yield node('user', before, prompt);
    const calls = [`call-${turn}-a`, `call-${turn}-b`] as const;
    yield node('assistant', uuid(number), answer(`msg-${turn}`, { type: 'tool_use', id: calls[0], name: 'Read', input: {} }));
    const first = uuid(number);
    yield node('assistant', first, answer(`msg-${turn}`, { type: 'tool_use', id: calls[1], name: 'Grep', input: {} }));
    const second = uuid(number);
    yield node('user', first, result(calls[0]));
    yield node('user', second, result(calls[1]));
    yield node('assistant', uuid(number), answer(`msg-${turn}-end`, { type: 'text', text: 'done' }));
    parent = uuid(number);
  }
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const OPTIONS = { show: new Set(['rewind'] as const), agents: 'nested', from: 1, to: Number.POSITIVE_INFINITY, limit: 5000 } as const;

const middle = async (rounds: number, work: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const took = await timed(work);
    if (round >= 0) times.push(took);
  }
  return median(times);
};

const graphRows = async (folder: string, entries: number, rounds: number): Promise<BenchRow[]> => {
  const store = openCatalog(join(folder, 'home'));
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
  const lines = [...session(entries)].map((record) => JSON.stringify(record));
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  try {
    const { tapes } = await ingest.open([file], { text: false });
    const reader = createGraphReader(store.db);
    const load = (): OpenTape => ({ ...reader.material(tapes[0] ?? ''), sidechains: new Map(), tie: null, shares: null, idOf: null });
    const tape = load();
    const build = await middle(rounds, () => buildGraph({ open: [tape], folded: [], context: [], notes: [] }, OPTIONS));
    const whole = await middle(rounds, () => buildGraph({ open: [load()], folded: [], context: [], notes: [] }, OPTIONS));
    const parse = await middle(Math.min(rounds, 5), () => lines.map((line) => JSON.parse(line)));
    const size = lines.length.toLocaleString('en-US');
    return [
      {
        ...{ what: `graph of ${size} entries, built`, value: (lines.length / build) * 1000, unit: 'nodes/s' },
        ...{ yardstick: 'JSON.parse of the same lines', yardstickValue: (lines.length / parse) * 1000, ratio: parse / build },
        ...{ target: null, better: 'higher' as const },
      },
      {
        ...{ what: `graph of ${size} entries, read, built, in rows and lanes`, value: whole, unit: 'ms' },
        ...{ yardstick: 'a second for each 100,000', yardstickValue: lines.length / 100, ratio: whole / (lines.length / 100) },
        ...{ target: 1, better: 'lower' as const },
      },
    ];
  } finally {
    await ingest.close();
    store.close();
  }
};

/** Every fifth node parts from one of the fifty before it, the others go on. */
const layout = (count: number) => {
  const parent = Int32Array.from({ length: count }, (_, node) =>
    node === 0 ? -1 : node % 5 === 0 ? Math.max(0, node - 1 - ((node * 7919) % 50)) : node - 1,
  );
  return { count, parent, joins: [], preferred: new Uint8Array(count), aside: new Uint8Array(count) };
};

/** Milliseconds. */
const LANES_LIMIT = 5;

const layoutRows = async (sizes: readonly number[], rounds: number): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  let before: { count: number; time: number } | null = null;
  for (const count of sizes) {
    const input = layout(count);
    const time = await middle(rounds, () => layLanes(input));
    const expected: number = before === null ? time : before.time * (count / before.count);
    rows.push({
      ...{ what: `lanes for ${count.toLocaleString('en-US')} nodes`, value: time, unit: 'ms' },
      ...{
        yardstick: before === null ? 'itself' : `${before.count.toLocaleString('en-US')} nodes, so many times`,
        yardstickValue: expected,
      },
      // Small ones take less time than the clock and the compiler make of it.
      ...{ ratio: time / expected, target: count >= 1_000_000 ? 2 : null, better: 'lower' as const },
    });
    if (count === 100_000) rows.push(limitRow('lanes for 100,000 nodes, against what a person may wait', time, LANES_LIMIT));
    before = { count, time };
  }
  return rows;
};

/** The session graph: built from the catalog's columns, and laid out. */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  try {
    const rows = await graphRows(folder, quick ? 5_000 : 100_000, quick ? 5 : 20);
    return [...rows, ...(await layoutRows(quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000], quick ? 5 : 20))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
