import { describe, expect, it, onTestFinished } from 'vitest';
import { StepDiff } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { harbour, SHAPE } from '../testing/harbour.ts';
import { assistant, nativeHome, user } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { changesBetween } from './changes-of.ts';
import { createRim, type Rim } from './rim.ts';
import { importRecords } from './testing/imported.ts';

const told = (list: readonly { seq: number; why: string }[]): string[] => list.map(({ seq, why }) => `${seq} ${why}`);

const opened = (records: readonly JsonObject[]) => {
  const { store, rim, tape, view } = importRecords(records);
  onTestFinished(() => store.close());
  const between = async (step: number, against?: number, policy = 'as-recorded') =>
    StepDiff.parse(await changesBetween(rim, { tape, place: { step }, against, choice: parsePolicy(policy) }));
  return { rim, tape, view, between };
};

const claude = (drawing: string) => opened(claudeTree(drawing));

describe('what came and went', () => {
  it('is all new at the first step, and the answer with its results at the next', async () => {
    const { between } = claude('u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "text" > a2 "ok" <- step m2');
    expect(await between(1)).toMatchObject({ against: null, added: [{ seq: 1, tone: 'user' }], gone: [], changed: [], same: 0 });
    expect(told((await between(2)).added)).toEqual(['2 new since step 1', '3 new since step 1']);
    expect(await between(2)).toMatchObject({ against: 1, same: 1, added: [{ label: 'Read' }, { label: 'Read', tone: 'result' }] });
  });

  it('names the compaction that entries left at, its summary, and what it kept', async () => {
    const { between } = claude(`
      u1 "go" > a1 "one" <- step m1 > u2 "on" > a2 "two" <- step m2
        b1 boundary auto 9 keep u2..a2 behind c1
          c1 summary "so far"
      u3 "further" @a2 > a3 "ok" <- step m3
    `);
    const diff = await between(3);
    expect(told(diff.added)).toEqual(['6 the summary of compaction 1 (auto)', '4 kept by compaction 1 (auto)', '7 new since step 2']);
    expect(told(diff.gone)).toEqual(['1 left at compaction 1 (auto)', '2 left at compaction 1 (auto)']);
    expect(diff.gone.map(({ reason }) => reason)).toEqual(['compacted', 'compacted']);
    expect(told(diff.changed)).toEqual(['3 kept by compaction 1 (auto), which moved it after its summary']);
    // The other way round: what was written after step 2 is gone, and has no reason of a view.
    const back = await between(2, 3);
    expect(told(back.added)).toEqual([
      '1 returned: at step 3 it was left at compaction 1 (auto)',
      '2 returned: at step 3 it was left at compaction 1 (auto)',
    ]);
    expect(back.gone.map(({ seq, reason }) => [seq, reason])).toEqual([
      [6, null],
      [4, null],
      [7, null],
    ]);
    expect(told(back.changed)).toEqual(['3 in its own place here; at step 3 a compaction had moved it after its summary']);
  });

  it('tells that a person went back, and came back again', async () => {
    const { between } = claude(`
      u1 "go" > a1 "one" <- step m1
        u2 "left" > a2 "two" <- step m2
        u3 "right" > a3 "three" <- step m3
      u4 "left again" @a2 > a4 "four" <- step m4
    `);
    expect(told((await between(3, 2)).gone)).toEqual(['3 the person went back to entry 2: other branch']);
    expect(told((await between(4, 3)).added)).toEqual([
      '3 returned: at step 3 it was on another branch',
      '4 returned: at step 3 it was on another branch',
      '7 new since step 3',
    ]);
  });

  it('marks results that a micro-compaction cleared, with what they weigh now', async () => {
    const { between } = claude(
      'u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "a long text" > a2 "ok" <- step m2 > k1 micro t1 > u2 "on" > a3 "ok" <- step m3',
    );
    expect(told((await between(3)).changed)).toEqual(['3 cleared by a micro-compaction']);
    expect((await between(3)).changed[0]?.tokens).toEqual({ value: 20, basis: 'estimated' });
    expect(told((await between(2, 3)).changed)).toEqual(['3 in full here; at step 3 it was cleared']);
  });

  it('says of results that were cleared without a record that they were probably not sent', async () => {
    const page = 'one line of a file '.repeat(1474);
    const { between } = claude(
      `
      u1 "go" > a1 call Read t1 <- step m1 usage 20000 100 0 0 > r1 t1 "${page}" > a2 call Read t2 <- step m2 usage 10000 100 20000 0 > r2 t2 "${page}"
        > a3 call Read t3 <- step m3 usage 10000 100 30000 0 > r3 t3 "${page}" > a4 "on" <- step m4 usage 15000 100 15000 0
    `.replaceAll(/\n\s*>/g, ' >'),
    );
    expect(told((await between(4)).gone)).toEqual([3, 5].map((seq) => `${seq} probably not sent, as recorded sizes say`));
    expect(told((await between(3, 4)).added)).toEqual([3, 5].map((seq) => `${seq} sent again: at step 4 it probably was not`));
  });

  it('tells of Bub which entries come before the anchor, and which prompt is the step’s own', async () => {
    const { between } = opened(
      bubTape(`
        anchor session/start {"owner":"human"}
        event loop.step.start {"step":1} <- run r1
        system "You are Bub." <- run r1
        user "plan it" <- run r1
        assistant "planned" <- run r1
        run 100 5 0 <- run r1
        handoff implement {"summary":"planned"}
        event loop.step.start {"step":1} <- run r2
        system "You are Bub." <- run r2
        user "build it" <- run r2
        assistant "built" <- run r2
        run 100 5 0 <- run r2
      `),
    );
    const diff = await between(2);
    expect(told(diff.added)).toEqual(['10 the system prompt of this step', '11 the prompt of this step']);
    expect(told(diff.gone)).toEqual(['3 before the anchor implement', '4 before the anchor implement']);
  });

  it('tells what the memory brought in from before the anchor, and what it brings in no more', async () => {
    const { rim, tape } = claude(`
      u1 "lamp" > a1 "one" <- step m1 > u2 "tide" > a2 "two" <- step m2
        b1 boundary auto 9
          c1 summary "so far"
            u3 "on" > a3 "three" <- step m3 > u4 "on" > a4 "four" <- step m4
    `);
    // Step 3 begins at entry 8, step 4 at entry 10.
    const recall: Rim['recall'] = async ({ before }) => ({ seqs: before === 10 ? [3] : [2], notes: [] });
    const between = async (step: number, against: number) =>
      changesBetween({ ...rim, recall }, { tape, place: { step }, against, choice: parsePolicy('memory:x') });
    const diff = await between(4, 3);
    expect(told(diff.added)).toContain('3 recalled: hit 1 of 1; at step 3 it was not');
    expect(told(diff.gone)).toContain('2 no longer recalled');
    expect(told((await between(3, 1)).added)).toContain('2 new since step 1; recalled: hit 1 of 1');
  });

  it('tells of a native tape what was corrected since', async () => {
    const { main } = nativeHome();
    main.append([user('the limit is nine'), assistant('noted')]);
    main.append([user('the limit is ten', { corrects: 2 }), assistant('noted again')]);
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const { id } = bringSource(store.db, main.folder).source;
    const diff = await changesBetween(createRim(store.catalog), { tape: id, place: { step: 2 }, choice: { type: 'as-recorded' } });
    expect(told(diff.changed)).toEqual(['2 corrected by entry 4']);
    expect(told(diff.added)).toEqual(['3 new since step 1', '4 new since step 1']);
  });

  it('agrees with the view, in numbers and in weights', async () => {
    const { between, view } = claude(
      'u1 "go" > a1 call Read t1 <- step m1 usage 900 40 0 0 > r1 t1 "text" > a2 think "hm" <- step m2 usage 950 90 0 0 > a3 "ok" <- step m2 > u2 "on" > a4 "ok" <- step m3',
    );
    for (const step of [2, 3]) {
      const diff = await between(step);
      const { blocks, since } = await view(step);
      expect(since).toEqual({ step: diff.against, added: diff.added.length, gone: diff.gone.length });
      const weights = new Map(blocks.map(({ entries, tokens }) => [entries[0], tokens]));
      for (const { seq, tokens } of diff.added) expect(tokens).toEqual(weights.get(seq));
    }
  });

  it('holds a step against any other, under any policy, and cuts long lists with a count', async () => {
    const { rim, tape, between } = claude(
      'u1 "go" > a1 "one" <- step m1 > u2 "on" > a2 "two" <- step m2 > u3 "on" > a3 "three" <- step m3',
    );
    expect((await between(3, 1, 'full')).added.map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(await between(2, 2)).toMatchObject({ added: [], gone: [], changed: [], same: 3 });
    const cut = await changesBetween(rim, { tape, place: { step: 3 }, against: 1, choice: { type: 'as-recorded' } }, 1);
    expect(cut).toMatchObject({ added: [{ seq: 2 }], more: { added: 3, gone: 0, changed: 0 } });
    expect(cut.tokens).toEqual((await between(3, 1)).tokens);
    await expect(between(9)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('two recorded requests', () => {
  const LATER = {
    system: [{ type: 'text', text: 'You keep the log of a lighthouse.' }, ...SHAPE.system.slice(1)],
    tools: [
      { name: 'Lamp', description: 'Lights the lamp.', input_schema: {} },
      { ...SHAPE.tools[0], description: 'Reads a page.' },
    ],
  };
  const between = async (records: readonly JsonObject[], at: { step: number } | { next: true }, against?: number) => {
    const { store, rim, tape } = importRecords(records);
    const found = await changesBetween(rim, { tape, place: at, against, choice: parsePolicy('as-recorded') });
    store.close();
    return StepDiff.parse(found);
  };
  const partsOf = (list: StepDiff['changed']): string[] => list.filter(({ request }) => request).map(({ why }) => why);

  it('differ by what came and went of their tools, and by the words of the system prompt', async () => {
    const diff = await between(
      harbour((record) => record, LATER),
      { step: 2 },
    );
    expect(partsOf(diff.added)).toEqual([
      'recorded request: the tool Lamp was added',
      'recorded request: words that no entry says were added',
    ]);
    expect(partsOf(diff.gone)).toEqual(['recorded request: the tool Signal was removed']);
    expect(partsOf(diff.changed)).toEqual([
      'recorded request: the tool Read changed (description)',
      'recorded request: the system prompt changed',
    ]);
    expect(diff.changed[0]?.request?.text).toBe('Read: Reads a page.');
    const back = await between(
      harbour((record) => record, LATER),
      { step: 1 },
      2,
    );
    expect([back.added.length, back.gone.length, back.changed.length, back.same]).toEqual([
      diff.gone.length,
      diff.added.length,
      diff.changed.length,
      diff.same,
    ]);
  });

  it('have nothing of it where nothing of it changed, and all of it is new in the first one', async () => {
    const diff = await between(harbour(), { step: 2 });
    expect([partsOf(diff.gone), partsOf(diff.changed), diff.notes]).toEqual([[], [], []]);
    expect(partsOf((await between(harbour(), { step: 1 })).added)).toHaveLength(5);
  });

  it('cannot be held against one that was not made: a sentence says so', async () => {
    const diff = await between(harbour(), { next: true });
    expect(diff).toMatchObject({ step: null, next: true, against: 2, gone: [], changed: [] });
    expect(diff.added.map(({ why }) => why)).toEqual(['new since step 2']);
    expect(diff.notes).toEqual(['System prompt, tools and parameters are not compared: no request is recorded for the next request.']);
  });
});
