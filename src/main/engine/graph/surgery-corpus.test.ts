import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Check, type EntryRow, ForkPoints } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { surgery } from '../formats/claude-code/surgery.ts';
import { formatById } from '../formats/index.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder } from '../testing/files.ts';
import { messagesOf } from '../views/methods.ts';
import { createRim } from '../views/rim.ts';
import { activePath } from './check.ts';
import { checkTape, transcriptOf } from './check-tape.ts';
import { createLegalCache } from './legal-cache.ts';
import { writeSurgery } from './surgery.ts';
import { thinkThrough } from './surgery-preview.ts';
import { applyPlan } from './surgery-rows.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const patterns = ['claude-code/**/*.jsonl', 'claude-code-trees/**/*.jsonl', 'bub/*.jsonl'];
const files = corpus === '' ? [] : globSync(patterns, { cwd: corpus }).sort();

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The first, the last and some of those between. */
const some = <T>(items: readonly T[], most: number): T[] => {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))]).flatMap((item) => item ?? []);
};

describe.skipIf(corpus === '')('legality and surgery over the corpus (TAPESCOPE_CORPUS)', () => {
  it.each(files)('%s: every entry has a verdict, and a fork at a legal point reads back the same', async (name) => {
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const file = join(corpus, name);
    const tape = bringSource(store.db, file).source.id;
    const { catalog } = store;
    const source = Check.parse(await checkTape(catalog, formatById, tape));
    const legal = createLegalCache(catalog);
    const all = ForkPoints.parse(await legal.points(tape, { from: 1, limit: 1_000_000, only: 'all' }));
    expect(all.items).toHaveLength(catalog.tape(tape).entries);
    expect(all.legal + Object.values(all.illegal).reduce((sum, count) => sum + count, 0)).toBe(all.entries);
    for (const { legal: may, reason } of all.items) expect(reason === null).toBe(may);
    if (catalog.tape(tape).format !== 'claude-code') return;
    const before = digestOf(file);
    const rim = createRim(catalog);
    // Whatever the age of these files: nobody writes to them.
    const theatre = { catalog, formatOf: formatById, now: () => 4e12 };
    const out = tempFolder();
    for (const { seq, step } of some(
      all.items.filter((item) => item.legal),
      3,
    )) {
      const written = await writeSurgery(theatre, tape, { op: 'fork-session', at: seq }, out);
      const copy = bringSource(store.db, written.file).source.id;
      const checked = await checkTape(catalog, formatById, copy);
      expect(checked.rules.filter(({ rule, verdict }) => verdict === 'broken' && rule !== 'agents')).toEqual([]);
      // One slice holds an answer twice under one id; its copy holds it once, and so its context is another.
      if (step === null || source.rules.some(({ rule, verdict }) => rule === 'ids' && verdict === 'broken')) continue;
      const [first] = catalog.entriesAt(tape, [catalog.step(tape, step).first]);
      const copied = catalog.entries(copy, 1, written.entries + 1).find((row) => row.id === first?.id);
      const sent = (of: string, at: number) => messagesOf(rim, of, at, { type: 'as-recorded' });
      expect(digestOfJson(await sent(copy, copied?.step ?? 0))).toBe(digestOfJson(await sent(tape, step)));
    }
    expect(digestOf(file)).toBe(before);
  });
});

describe.skipIf(corpus === '')('compact over the corpus (TAPESCOPE_CORPUS)', () => {
  it.each(files.filter((name) => name.startsWith('claude-code')))('%s: keeps turns that a person would call turns', (name) => {
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const tape = bringSource(store.db, join(corpus, name)).source.id;
    const patient = { ...transcriptOf(store.catalog, tape), refOf: () => null, lastWins: surgery.lastWins };
    const turns = activePath(patient).filter(isTyped);
    for (const keep of [1, 2, turns.length + 1]) {
      const { plan, preview } = thinkThrough(patient, { op: 'compact', keep }, { tape: store.catalog.tape(tape), busy: null });
      if (keep > turns.length) expect(preview.allowed).toBe(false);
      if (!plan) continue;
      const [summary, ...kept] = activePath(applyPlan(patient, plan));
      expect([summary?.id, kept[0]?.id]).toEqual(['summary', turns.at(-keep)?.id]);
      expect(kept.filter(isTyped).map(({ id }) => id)).toEqual(turns.slice(-keep).map(({ id }) => id));
    }
  });
});

const isTyped = ({ flags }: EntryRow): boolean => has(flags, Flag.Prompt) && !has(flags, Flag.Queued | Flag.Sidechain);

const digestOfJson = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
