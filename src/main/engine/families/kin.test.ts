import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importMany } from '../ingest/import-many.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { settleCopied } from './copied.ts';

/** Turns of a prompt and an answer in two lines, of which the first has only a part of what was used. */
const turns = (from: number, many: number, key: string): string[] =>
  Array.from({ length: many }, (_, at) => {
    const [node, step] = [from + 2 * at, `<- step ${key}${at} usage ${10 + at}`];
    return `u${node} "go" > a${node} "be" ${step} 1 0 0 > a${node + 1} "gun" ${step} ${5 + at} 0 0`;
  });

/** A session that begins with the first records of one that all begin with, and continues by itself. */
const session = (at: number, shared: number, own: number): object[] => [
  ...claudeTree(turns(1, 5, 'm').join(' > '), { session: `session-${at}` }).slice(0, shared),
  ...claudeTree(turns(100 * (at + 1), own, `own${at}-`).join(' > '), { session: `session-${at}` }),
];

const file = fc.record({
  shared: fc.integer({ min: 1, max: 15 }),
  own: fc.integer({ min: 1, max: 2 }),
  cut: fc.integer({ min: 1, max: 12 }),
});

it('tapes that come one by one, and grow, count what they count when all are looked at together', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 2, maxLength: 5 }), fc.infiniteStream(fc.nat()), (files, numbers) => {
      const { store } = openEngineRoom();
      const folder = tempFolder();
      const written = files.map(({ shared, own, cut }, at) => {
        const all = session(at, shared, own);
        const path = join(folder, `${at}.jsonl`);
        return { path, parts: [all.slice(0, cut), all.slice(cut)].filter((part) => part.length > 0) };
      });
      const steps = written.flatMap((one) => one.parts.map(() => one));
      while (steps.length > 0) {
        const [{ path, parts } = { path: '', parts: [] }] = steps.splice((numbers.next().value ?? 0) % steps.length, 1);
        appendFileSync(path, jsonl((parts.shift() ?? []) as never));
        importMany(store.db, [path]);
      }
      const tapes = store.db.prepare<[], number>('SELECT tape FROM tapes').pluck().all();
      const whole = store.db.transaction(() => {
        store.db.exec('DELETE FROM kin; DELETE FROM counted');
        return settleCopied(store.db, tapes);
      });
      expect(whole()).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
