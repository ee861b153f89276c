import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Check, ForkPoints } from '../../../shared/model/index.ts';
import { importSource } from '../catalog/import-source.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { formatById } from '../formats/index.ts';
import { tempFolder } from '../testing/files.ts';
import { messagesOf } from '../views/methods.ts';
import { createRim } from '../views/rim.ts';
import { checkTape } from './check-tape.ts';
import { createLegalCache } from './legal-cache.ts';
import { writeSurgery } from './surgery.ts';

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
    const tape = importSource(store.db, file).source.id;
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
      const copy = importSource(store.db, written.file).source.id;
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

const digestOfJson = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
