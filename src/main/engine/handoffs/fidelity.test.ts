import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fidelity } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, nativeHome, user } from '../testing/native.ts';
import { claudeTree, uuidOf } from '../testing/tree.ts';
import { createRim } from '../views/rim.ts';
import { importRecords } from '../views/testing/imported.ts';
import { fidelityOf } from './fidelity.ts';

const opened = (records: readonly JsonObject[]) => {
  const { store, rim, tape } = importRecords(records);
  onTestFinished(() => store.close());
  return async (seq: number) => Fidelity.parse(await fidelityOf(rim, tape, seq));
};

/** Entries of the phase that can be cited are cited or not, and the sums close. */
const closes = ({ uncited, citable, cited, about, tape }: Fidelity): void => {
  expect(Object.values(uncited.byKind).reduce((sum, count) => sum + count, 0)).toBe(uncited.count);
  expect(uncited.ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(uncited.count);
  const inside = new Set(
    cited.flatMap(({ seq, tape: to }) => (seq !== null && to === tape && about && seq >= about.from && seq <= about.to ? [seq] : [])),
  );
  expect(citable - uncited.count).toBeLessThanOrEqual(inside.size);
  for (const seq of inside) expect(uncited.ranges.some(([from, to]) => seq >= from && seq <= to)).toBe(false);
};

const SCRIPT = (summary: string, sources: string) => `
  anchor session/start {"owner":"human"}
  user "map the 429 answers of the gateway" <- run r1
  assistant "All 429 answers are mapped in errors/map.py" <- run r1
  run 100 5 0 <- run r1
  user "write the release notes" <- run r2
  assistant "the notes are in RELEASE.md" <- run r2
  run 100 5 0 <- run r2
  handoff implement {"phase":"implement","summary":"${summary}","next_steps":["Retry through the outbox."],"source_ids":${sources}}
  user "build it" <- run r3
  assistant "built" <- run r3
  run 100 5 0 <- run r3
`;

describe('a summary next to its sources', () => {
  it('says of each sentence what it cites and what it is worded like, and what nothing cites', async () => {
    const fidelity = await opened(bubTape(SCRIPT('The 429 answers are mapped in errors/map.py [3]. The weather is fine.', '[2]')))(8);
    expect(fidelity.about).toEqual({ tape: fidelity.tape, from: 1, to: 7, name: 'session/start' });
    expect(fidelity.claims.map(({ path, text }) => [path.join('.'), text])).toEqual([
      ['summary', 'The 429 answers are mapped in errors/map.py [3].'],
      ['summary', 'The weather is fine.'],
      ['next_steps.0', 'Retry through the outbox.'],
    ]);
    const [first, weather] = fidelity.claims;
    expect(first?.cites).toMatchObject([{ path: ['summary'], text: '3', status: 'resolved', seq: 3 }]);
    expect(first?.alike[0]).toMatchObject({ seq: 3, words: expect.arrayContaining(['errors/map.py']) });
    expect(weather).toMatchObject({ cites: [], alike: [] });
    expect(fidelity.cited.map(({ path, seq }) => [path.join('.'), seq])).toEqual([
      ['summary', 3],
      ['source_ids.0', 2],
    ]);
    expect(fidelity.uncited).toEqual({ count: 2, ranges: [[5, 6]], byKind: { message: 2 } });
    expect(fidelity.citable).toBe(4);
    expect(fidelity.reached).toMatchObject({ status: 'no', step: 3 });
    closes(fidelity);
  });

  it('finds ids in the summary of a compaction, and leaves bookkeeping out', async () => {
    const fidelity = await opened(
      claudeTree(`
        - ai-title {"aiTitle":"Limits"}
        u1 "mend src/limits.ts" > a1 "mended src/limits.ts" <- step m1
          b1 boundary auto 9
            c1 summary "The file src/limits.ts is mended, as ${uuidOf('a1')} says." > a2 "on" <- step m2
      `),
    )(4);
    expect(fidelity.claims).toHaveLength(1);
    expect(fidelity.reached).toMatchObject({ status: 'yes', step: 2 });
    expect(fidelity.claims[0]?.cites).toMatchObject([{ kind: 'uuid', seq: 3, status: 'resolved' }]);
    expect(fidelity.uncited).toEqual({ count: 1, ranges: [[2, 2]], byKind: { message: 1 } });
    closes(fidelity);
  });

  it('follows what a native handoff names and leaves out what was not cited', async () => {
    const { main } = nativeHome();
    main.append([user('the limit is nine per minute'), assistant('noted: nine per minute')]);
    main.handoff({ name: 'phase-1', summary: 'The limit is nine per minute.', sourceIds: [2] });
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const { id } = bringSource(store.db, main.folder).source;
    const fidelity = Fidelity.parse(await fidelityOf(createRim(store.catalog), id, 4));
    expect(fidelity.cited).toMatchObject([{ seq: 2, status: 'resolved' }]);
    expect(fidelity.claims[0]?.alike.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(fidelity.uncited.ranges).toEqual([[3, 3]]);
    closes(fidelity);
  });

  it('has nothing to be about at the start of a tape, and refuses what begins no phase', async () => {
    const at = opened(bubTape(SCRIPT('Mapped.', '[]')));
    expect(await at(1)).toMatchObject({ about: null, claims: [], citable: 0, uncited: { count: 0 } });
    await expect(at(3)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('closes whatever a state cites', async () => {
    const ids = fc.array(fc.integer({ min: 0, max: 14 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(ids, ids, async (listed, said) => {
        const { store, rim, tape } = importRecords(
          bubTape(SCRIPT(`Mapped ${said.map((id) => `[${id}]`).join(' ')}.`, JSON.stringify(listed))),
        );
        try {
          closes(Fidelity.parse(await fidelityOf(rim, tape, 8)));
        } finally {
          store.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});
