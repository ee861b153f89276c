import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TapeRow, ViewVerdict } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder } from '../testing/files.ts';
import { createRim, type Rim } from '../views/rim.ts';
import { differingIn, verdictsOf } from './prove.ts';
import { blocksOf, summedProofs } from './testing/summed.ts';

/** Sessions that real agents wrote, with each request as it was sent: their views are held against these, as `tape verify-views FOLDER` does. */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Sessions of which some views differ: how many of the joined steps, and why. */
const DIFFER: Readonly<Record<string, readonly [differs: number, why: string]>> = {
  '2.0.76-mentions-a': [2, 'pictures that were mentioned are sent and not logged'],
  '2.0.76-reminders-a': [3, 'old results were cleared without a word in the log'],
  '2.1.59-compact-a': [2, 'after a resume one of parallel calls is sent'],
  '2.1.59-mentions-a': [4, 'pictures that were mentioned are not logged, and those of a compaction become a word'],
  '2.1.59-plain-a': [2, 'after a resume one of parallel calls is sent'],
  '2.1.112-context-a': [3, 'what a hook said after a tool is not sent again after a resume'],
  '2.1.219-compact-a': [2, 'files that a compaction brought back are not all sent'],
  '2.1.219-context-a': [3, 'what a hook said after a tool is not sent again after a resume, nor tools of a server that is gone'],
  '2.1.219-interactive-a': [1, 'a prompt that was taken back is in the request'],
  '0.154.0-autolocal': [2, 'the prompt that asks for a summary is not logged'],
  '0.154.0-manual': [2, 'the prompt that asks for a summary is not logged'],
  '0.169.0-autolocal': [2, 'the prompt that asks for a summary is not logged'],
  '0.87.1-09a-models': [2, 'a model was configured to read no pictures, which the log does not say'],
};

/** Steps with a request at hand, and how many of their views are verified, by version. */
const TABLE: Readonly<Record<string, Readonly<Record<string, readonly [steps: number, verified: number]>>>> = {
  'claude-code': {
    ...{ '2.0.76': [185, 180], '2.1.59': [84, 76], '2.1.112': [82, 79], '2.1.219': [84, 78], '2.1.285': [34, 34], '2.1.330': [168, 168] },
  },
  codex: {
    ...{ '0.58.0': [8, 8], '0.80.0': [17, 17], '0.98.0': [16, 16], '0.120.0': [22, 22], '0.144.0': [32, 32] },
    ...{ '0.154.0': [31, 27], '0.169.0': [74, 72] },
  },
  pi: { null: [119, 117] },
};

const inCatalog = async <T>(folder: string, look: (rim: Rim, tapes: readonly TapeRow[]) => Promise<T>): Promise<T> => {
  const store = openCatalog(tempFolder());
  try {
    for (const { path } of (await scan([folder], true)).candidates) bring(store.db, path);
    return await look(createRim(store.catalog), store.catalog.tapes());
  } finally {
    store.close();
  }
};

const verdictIn = (folder: string): Promise<ViewVerdict | undefined> =>
  inCatalog(folder, async (rim, tapes) => (await verdictsOf(rim, tapes, () => undefined))[0]);

/** Scenarios are next to the sessions, and are not logs. */
const bring = (db: Parameters<typeof bringSource>[0], path: string): void => {
  try {
    bringSource(db, path);
  } catch (failure) {
    if (!(failure instanceof TapeError) || failure.code !== 'not-a-log') throw failure;
  }
};

describe.runIf(corpus !== '')('the views of every session of the lab', () => {
  it.each(Object.keys(TABLE))(
    'of %s are what was sent, or differ where it is said why',
    async (agent) => {
      const found = new Map<string, [steps: number, verified: number]>();
      for (const meta of globSync('*/meta.json', { cwd: join(corpus, 'lab', agent) })) {
        const [name = ''] = meta.split(/[\\/]/);
        const verdict = await verdictIn(join(corpus, 'lab', agent, name));
        if (verdict === undefined) continue;
        expect(verdict.differs, name).toBe(DIFFER[name]?.[0] ?? 0);
        const [steps, verified] = found.get(`${verdict.version}`) ?? [0, 0];
        found.set(`${verdict.version}`, [steps + verdict.steps, verified + verdict.verified]);
      }
      expect(Object.fromEntries(found)).toEqual(TABLE[agent]);
    },
    300_000,
  );

  /** Those with differences, and a log that records its own requests with captured ones and, by itself, without. */
  const SESSIONS = [
    ...['claude-code/2.1.219-compact-a', 'claude-code/2.1.330-plain-a', 'claude-code/2.1.330-plain-a/transcripts'],
    ...['codex/0.154.0-manual', 'pi/0.87.1-09a-models'],
  ];

  it.each(SESSIONS)('add up from the proof of each step, in %s', (name) =>
    inCatalog(join(corpus, 'lab', name), async (rim, tapes) => {
      const [verdict] = await verdictsOf(rim, tapes, () => undefined);
      const summed = await summedProofs(rim, tapes);
      expect({ steps: verdict?.steps, differs: verdict?.differs, blocks: blocksOf(verdict?.byKind ?? {}) }).toEqual(summed);
      expect(summed.steps).toBeGreaterThan(0);
      const differing = await Promise.all(tapes.map((tape) => differingIn(rim, tape, () => undefined)));
      expect(differing.flatMap(({ steps }) => steps)).toHaveLength(summed.differs);
    }),
  );
});
