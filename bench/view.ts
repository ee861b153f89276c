import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import type { Catalog } from '../src/main/engine/catalog/types.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { assemble } from '../src/main/engine/views/assemble.ts';
import { viewMethods } from '../src/main/engine/views/methods.ts';
import { createRim, type Rim } from '../src/main/engine/views/rim.ts';
import { createDispatch } from '../src/main/rpc/dispatch.ts';
import { parsePolicy } from '../src/shared/model/policy.ts';
import type { Handlers } from '../src/shared/rpc/contract.ts';
import { createDecoder, encodeFrame } from '../src/shared/rpc/frames.ts';
import { bubTape, PHASE } from './bub-tape.ts';
import { claudeTape } from './claude-tape.ts';
import { writeRecords } from './records.ts';
import { type Bench, type BenchRow, limitRow, median, timed } from './report.ts';

type Lines = (phases: number) => Generator<object>;

interface Pair {
  short: string;
  long: string;
}

/** Steps that are walked before the one that is looked at: more than a view keeps, so that only what a person who steps has just seen is known. */
const WALKED = 10;

interface Look {
  /** Steps up to the place, which are not timed. */
  walk(tape: string): Promise<void>;
  at(tape: string): Promise<unknown>;
}

/** Milliseconds of two looks at tapes, taken in turns so that both see the same machine. */
const compare = async ({ short, long }: Pair, rounds: number, look: Look, other = look): Promise<{ short: number; long: number }> => {
  const times = { short: [] as number[], long: [] as number[] };
  const taken = async ({ walk, at }: Look, tape: string): Promise<number> => {
    await walk(tape);
    return timed(() => at(tape));
  };
  for (let round = -5; round < rounds; round += 1) {
    const [one, two] = [await taken(look, short), await taken(other, long)];
    if (round < 0) continue;
    times.short.push(one);
    times.long.push(two);
  }
  return { short: median(times.short), long: median(times.long) };
};

const walking = (rim: Rim, policy: string) => {
  const view = (tape: string, step: number): Promise<unknown> => assemble(rim, tape, step, parsePolicy(policy));
  const walk = async (tape: string, to: number): Promise<void> => {
    for (let step = to - WALKED; step < to; step += 1) await view(tape, step);
  };
  return { view, walk, last: (tape: string): number => rim.catalog.tape(tape).steps };
};

const lastStep = (rim: Rim, policy: string): Look => {
  const { view, walk, last } = walking(rim, policy);
  return { walk: (tape) => walk(tape, last(tape)), at: (tape) => view(tape, last(tape)) };
};

const head = (rim: Rim): Look => {
  const { walk, last } = walking(rim, 'as-recorded');
  return { walk: (tape) => walk(tape, last(tape) + 1), at: (tape) => assemble(rim, tape, { next: true }, { type: 'as-recorded' }) };
};

/**
 * The view at the last step of a tape, against one of a tape ten times as long whose last phase is the same: what comes before
 * the last anchor or compaction must not be paid for. Warm, as for a person who steps up to it.
 */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(join(folder, 'home'));
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
  const phases = quick ? 4 : 40;
  const pair = async (name: string, lines: Lines): Promise<Pair> => {
    const files = [
      join(folder, name, `${name}-short__0b871d5e50e7c192.jsonl`),
      join(folder, name, `${name}-long__0b871d5e50e7c192.jsonl`),
    ] as const;
    mkdirSync(join(folder, name));
    await writeRecords(files[0], lines(phases));
    await writeRecords(files[1], lines(phases * 10));
    const { tapes } = await ingest.open([...files], { text: false });
    const [short = '', long = ''] = tapes;
    return { short, long };
  };
  try {
    const rim = createRim(store.catalog);
    const rows: BenchRow[] = [];
    for (const [name, lines] of [
      ['bub', bubTape],
      ['claude', claudeTape],
    ] as const) {
      const tapes = await pair(name, lines);
      const rounds = quick ? 5 : 100;
      for (const policy of ['as-recorded', 'last-anchor'])
        rows.push(row(name, policy, phases, await compare(tapes, rounds, lastStep(rim, policy))));
      const same = { short: tapes.long, long: tapes.long };
      rows.push(headRow(name, phases, await compare(same, rounds, lastStep(rim, 'as-recorded'), head(rim))));
      if (name === 'bub') rows.push(await bridgeRow(store.catalog, tapes.long, rounds));
    }
    return rows;
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const row = (name: string, policy: string, phases: number, { short, long }: { short: number; long: number }): BenchRow => ({
  what: `view ${policy} at the last step of ${(phases * 10 * PHASE).toLocaleString('en-US')} entries, ${name}`,
  value: long,
  unit: 'ms',
  yardstick: `the same view in ${(phases * PHASE).toLocaleString('en-US')} entries`,
  yardstickValue: short,
  ratio: long / short,
  target: 1.2,
  better: 'lower',
});

/** Milliseconds for one call over the bridge. */
const BRIDGE_LIMIT = 10;

interface Asked {
  message: { value: { blocks: unknown[] } };
}

/** A view of a phase as a browser asks for it and gets it: parsed, run, in a frame, and out of it. Each call is for another step. */
const bridgeRow = async (catalog: Catalog, tape: string, rounds: number): Promise<BenchRow> => {
  const dispatch = createDispatch({ handlers: viewMethods({ catalog }) as Handlers, readOnly: true });
  const { steps } = catalog.tape(tape);
  const times: number[] = [];
  let blocks = 0;
  for (let round = -5; round < rounds; round += 1) {
    const input = { tape, step: steps - (round & 7), policy: 'last-anchor' };
    const ms = await timed(async () => {
      const { text, parts } = encodeFrame(await dispatch('views.assemble', input, new AbortController().signal));
      const decode = createDecoder();
      const answer = [text, ...parts.map(({ buffer }) => buffer)].map(decode).at(-1);
      blocks = (answer as Asked).message.value.blocks.length;
    });
    if (round >= 0) times.push(ms);
  }
  return limitRow(`one call over the bridge for a view of ${blocks} blocks`, median(times), BRIDGE_LIMIT);
};

const headRow = (name: string, phases: number, { short, long }: { short: number; long: number }): BenchRow => ({
  what: `view of the next request, ${(phases * 10 * PHASE).toLocaleString('en-US')} entries, ${name}`,
  value: long,
  unit: 'ms',
  yardstick: 'the view at its last step',
  yardstickValue: short,
  ratio: long / short,
  target: 1.5,
  better: 'lower',
});
