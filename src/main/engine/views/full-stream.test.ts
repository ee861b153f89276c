import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import type { Catalog } from '../catalog/types.ts';
import { bubTape } from '../testing/bub-script.ts';
import { openEngineRoom, rowOf } from '../testing/catalog.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { RUN } from './full-runs.ts';
import { streamFull } from './full-stream.ts';
import { createRim, type Rim } from './rim.ts';
import { happenings } from './testing/arbitrary.ts';
import { bubRecords, nativeActs, nativeTape } from './testing/drawn-tapes.ts';
import { importRecords } from './testing/imported.ts';
import { madeCatalog } from './testing/made-catalog.ts';
import { claudeSession } from './testing/session.ts';

/** A view that is streamed in short runs, as one object. */
const whole = async (rim: Rim, tape: string, place: Place, run = 3): Promise<View | null> => {
  const streamed = await streamFull(rim, tape, place, run);
  return streamed && { ...streamed.head, blocks: [...streamed.blocks()].flat(), ...streamed.tail };
};

/** At each step and before the next request the streamed view is, letter for letter, the one that is assembled. */
const expectSame = async (catalog: Catalog, tape: string): Promise<void> => {
  const { steps } = catalog.tape(tape);
  const places = [...Array.from({ length: steps }, (_, at): Place => ({ step: at + 1 })), { next: true } satisfies Place];
  for (const place of places) {
    const streamed = await whole(createRim(catalog), tape, place);
    const assembled = await assemble(createRim(catalog), tape, place, { type: 'full' });
    expect(JSON.stringify(streamed)).toBe(JSON.stringify(assembled));
  }
};

/** Entries of a turn of the drawn tree: a stretch ends where one does. */
const TURN = 4;

/** The most entries that are asked for at once, and the most blocks that come at once, under the last step; they come to what the view says. */
const mostAtOnce = async (catalog: Catalog, tape: string): Promise<{ rows: number; blocks: number }> => {
  let most = 0;
  const counted: Catalog = {
    ...catalog,
    entries: (...asked) => {
      const rows = catalog.entries(...asked);
      most = Math.max(most, rows.length);
      return rows;
    },
  };
  const streamed = await streamFull(createRim(counted), tape, { step: catalog.tape(tape).steps });
  const runs = [...(streamed?.blocks() ?? [])].map((run) => run.length);
  expect(runs.reduce((sum, run) => sum + run, 0)).toBe(streamed?.head.parts[0]?.blocks);
  return { rows: most, blocks: Math.max(...runs) };
};

describe('the view of everything, a run at a time', () => {
  it('is the view in one piece, for any tape of Bub', async () => {
    await fc.assert(
      fc.asyncProperty(bubRecords, async (records) => {
        const { store, tape } = importRecords(records, 'drawn__0b871d5e50e7c192.jsonl');
        await expectSame(store.catalog, tape);
        store.close();
      }),
      { numRuns: 40 },
    );
  });

  it('is the view in one piece where prompts waited in the queue of an old version while answers came', async () => {
    const queue = (operation: string, content?: string): string => `- queue-operation ${JSON.stringify({ operation, content })}`;
    const turns = Array.from({ length: 4 }, (_, at) => {
      const [head, prompt] = [at === 0 ? 'u1 "look" version 2.1.59' : '', at === 0 ? 'u1' : `r${at}`];
      const [into, out] = [at % 2 === 0 ? queue('enqueue', `quick ${at}`) : '', at % 2 === 1 ? queue('remove') : ''];
      const answer = `a${at + 1} call Bash t${at + 1} @${prompt} <- step m${at + 1} version 2.1.59`;
      return [head, answer, out, into, `r${at + 1} t${at + 1} "seen" @a${at + 1} version 2.1.59`].filter((line) => line !== '').join('\n');
    });
    const { store, tape } = importRecords(claudeTree([...turns, 'a5 "done" @r4 <- step m5 version 2.1.59'].join('\n')));
    await expectSame(store.catalog, tape);
    store.close();
  });

  it('is the view in one piece, for any native tape', async () => {
    await fc.assert(
      fc.asyncProperty(nativeActs, async (acts) => {
        const room = openEngineRoom();
        const folder = await nativeTape(acts);
        await room.ingest.open([folder], { text: false });
        await expectSame(room.store.catalog, rowOf(room, folder).id);
      }),
      { numRuns: 8 },
    );
  });

  it('holds no more than a run of entries and of blocks, whatever the tape has', async () => {
    const turn = 'user "go on" <- run r1\nassistant "done" <- run r1\nrun 900 80 0 <- run r1\n';
    const records = bubTape(`anchor a {}\n${turn.repeat(RUN)}anchor b {}\n${turn}`);
    const { store, tape } = importRecords(records, 'long__0b871d5e50e7c192.jsonl');
    const most = await mostAtOnce(store.catalog, tape);
    expect(most.rows).toBeLessThanOrEqual(RUN);
    expect(most.blocks).toBeLessThanOrEqual(RUN);
    store.close();
  });

  it.each(['claude-code', 'pi', 'openclaw'])('is the view in one piece, for any tree of %s', async (format) => {
    let streamed = 0;
    await fc.assert(
      fc.asyncProperty(happenings, async (list) => {
        const session = claudeSession(list);
        const catalog = madeCatalog(format, session);
        const places = [...session.steps.map(({ step }): Place => ({ step })), { next: true } satisfies Place];
        for (const place of [...places, { after: Math.ceil(session.rows.length / 2) } satisfies Place]) {
          const view = await whole(createRim(catalog), 'made', place, 1);
          if (view === null) continue;
          streamed += 1;
          expect(JSON.stringify(view)).toBe(JSON.stringify(await assemble(createRim(catalog), 'made', place, { type: 'full' })));
        }
      }),
      // More than the least that is wanted, however few of them other seeds draw.
      { numRuns: 200 },
    );
    expect(streamed).toBeGreaterThan(500);
  });

  it('holds no more than a run of entries and of blocks, whatever a tree has', async () => {
    const turn = (at: number): string =>
      `u${at} "go on"${at === 0 ? '' : ` @a${at - 1}-`} > a${at} call Read t${at} <- step m${at} > r${at} t${at} > a${at}- "done" <- step n${at}`;
    const compaction = `b1 boundary auto 160000 @a${RUN - 1}- > c1 summary "so far" > a${RUN}- "yes" <- step n${RUN}`;
    const { store, tape } = importRecords(
      claudeTree([...Array.from({ length: RUN }, (_, at) => turn(at)), compaction, turn(RUN + 1)].join('\n')),
    );
    const most = await mostAtOnce(store.catalog, tape);
    expect(most.rows).toBeLessThanOrEqual(RUN + TURN);
    expect(most.blocks).toBeLessThanOrEqual(RUN + TURN);
    store.close();
  });

  it('is not made of a chain that is mended by a guess', async () => {
    const { store, tape, rim } = importRecords(claudeTree('u1 "hi" > a1 "hello" <- step m1\nu2 "more" @gone > a2 "yes" <- step m2'));
    expect(await streamFull(rim, tape, { step: 1 })).not.toBe(null);
    expect(await streamFull(rim, tape, { step: 2 })).toBe(null);
    store.close();
  });
});
