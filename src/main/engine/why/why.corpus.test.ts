import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { departureOf } from '../handoffs/departure.ts';
import { importFile } from '../views/testing/imported.ts';
import { asking } from './testing/asking.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const files = (...patterns: string[]): string[] => (corpus === '' ? [] : globSync(patterns, { cwd: corpus }).sort());

const opened = (name: string) => {
  const imported = importFile(join(corpus, name));
  onTestFinished(() => imported.store.close());
  return { ...imported, why: asking(imported) };
};

/** By step of the tape's own: the entries in its view, and of which of them only a placeholder is. */
const viewsOf = async ({ store, tape, view }: ReturnType<typeof opened>): Promise<Map<number, ReadonlySet<number>>> => {
  const held = new Map<number, ReadonlySet<number>>();
  for (const { step, sidechain } of store.catalog.steps(tape, 1, store.catalog.tape(tape).steps).items)
    if (!sidechain) held.set(step, new Set((await view(step)).blocks.flatMap(({ entries }) => entries)));
  return held;
};

const within = (runs: readonly (readonly [number, number])[], step: number): boolean =>
  runs.some(([from, to]) => from <= step && step <= to);

/** Every so-manieth of 1 … last. */
const some = (last: number, most: number): number[] =>
  Array.from({ length: Math.min(last, most) }, (_, at) => 1 + Math.floor((at * last) / most));

const compacted = ['claude-code/*.jsonl', 'claude-code-trees/**/*.jsonl'].flatMap((pattern) =>
  files(pattern)
    .filter((name) => readFileSync(join(corpus, name)).includes('"compact_boundary"'))
    .slice(0, 2),
);

describe.skipIf(corpus === '')('why in real logs (TAPESCOPE_CORPUS)', () => {
  it.each(compacted.map((name) => [basename(name, '.jsonl'), name] as const))(
    '%s: an entry is in the steps whose views have it, and its fate is that of what left',
    async (_, name) => {
      const imported = opened(name);
      const { why, rim, store, tape } = imported;
      const views = await viewsOf(imported);
      for (const seq of some(store.catalog.tape(tape).entries, 40)) {
        const { step, items } = await why({ seq });
        const [item] = items;
        if (item?.agent !== null) continue;
        for (const [at, held] of views) expect([seq, at, within(item.in, at)]).toEqual([seq, at, held.has(seq)]);
        expect([seq, item.now, item.reason === null, item.words.length > 0]).toEqual([seq, views.get(step ?? 0)?.has(seq), item.now, true]);
        // What took it out is at the first request of the branch that had it no more.
        if (item.by?.step != null) expect([seq, views.get(item.by.step)?.has(seq)]).toEqual([seq, false]);
      }
      const newest = store.catalog.anchors(tape).findLast(({ type }) => type === 'compaction');
      const departure = newest && (await departureOf(rim, tape, newest.seq));
      for (const one of departure?.entries.filter((_, at) => at % 9 === 0) ?? []) {
        const { items } = await why({ seq: one.seq, place: departure?.after == null ? { next: true } : { step: departure.after } });
        expect([one.seq, items.length, items[0]?.now]).toEqual([one.seq, 1, false]);
        if (items[0]?.by?.seq === newest?.seq) expect([one.seq, items[0]?.fate ?? null]).toEqual([one.seq, one.fate]);
      }
    },
    180_000,
  );

  it('says of what was cleared without a record that it was cleared, since the step from which its view has it no more', async () => {
    let cleared = 0;
    for (const name of files('cleared/*.jsonl')) {
      const imported = opened(name);
      const { why, view, store, tape } = imported;
      const { steps } = store.catalog.tape(tape);
      const last = await view(steps);
      const gone = last.omissions.filter(({ reason }) => reason === 'cleared').flatMap(({ entries }) => entries);
      if (gone.length === 0) continue;
      const views = await viewsOf(imported);
      for (const [from, to] of gone)
        for (let seq = from; seq <= to; seq++) {
          const [item] = (await why({ seq, place: { step: steps } })).items;
          expect([name, seq, item?.now, item?.reason, item?.by?.type, item?.fate]).toEqual([name, seq, false, 'cleared', 'clearing', null]);
          for (const [at, held] of views) expect([name, seq, at, within(item?.in ?? [], at)]).toEqual([name, seq, at, held.has(seq)]);
          expect([name, seq, views.get(item?.by?.step ?? 0)?.has(seq)]).toEqual([name, seq, false]);
          cleared += 1;
        }
    }
    expect(cleared).toBeGreaterThan(20);
  });
});
