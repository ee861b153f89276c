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
import { bubRecords, nativeActs, nativeTape } from './testing/drawn-tapes.ts';
import { importRecords } from './testing/imported.ts';

/** A view that is streamed in short runs, as one object. */
const whole = async (rim: Rim, tape: string, place: Place): Promise<View | null> => {
  const streamed = await streamFull(rim, tape, place, 3);
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
    let most = 0;
    const counted: Catalog = {
      ...store.catalog,
      entries: (...asked) => {
        const rows = store.catalog.entries(...asked);
        most = Math.max(most, rows.length);
        return rows;
      },
    };
    const rim = createRim(counted);
    const streamed = await streamFull(rim, tape, { step: store.catalog.tape(tape).steps });
    const runs = [...(streamed?.blocks() ?? [])].map((run) => run.length);
    expect(Math.max(...runs)).toBeLessThanOrEqual(RUN);
    expect(runs.reduce((sum, run) => sum + run, 0)).toBe(streamed?.head.parts[0]?.blocks);
    expect(most).toBeLessThanOrEqual(RUN);
    store.close();
  });

  it('is not made of a tape whose entries name their parents', async () => {
    const { store, tape, rim } = importRecords(claudeTree('u1 "hi" > a1 "hello" <- step m1'));
    expect(await streamFull(rim, tape, { step: 1 })).toBe(null);
    store.close();
  });
});
