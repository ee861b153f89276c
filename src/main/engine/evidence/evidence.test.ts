import { afterEach, describe, expect, it } from 'vitest';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { answerOf, bodyOf, writeLines } from '../exchanges/testing/written.ts';
import { CAPTURED } from '../formats/abouts.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { harbour } from '../testing/harbour.ts';
import { claudeTree } from '../testing/tree.ts';
import { createRim } from '../views/rim.ts';
import { apartOf } from './apart.ts';
import { requestAt } from './at-hand.ts';
import { baseLike } from './base.ts';
import { joinsOf } from './joins.ts';
import { differingIn, proofOf, verdictsOf } from './prove.ts';
import { blocksOf, summedProofs } from './testing/summed.ts';

const stores: CatalogStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

const LOG = claudeTree(`
  u1 "Grind the barley."
    a1 call Bash toolu_1 <- step msg_1
      r1 toolu_1 "flour, fine"
        a2 "It is ground." <- step msg_2
          u2 "Thank you."
            a3 "Gladly." <- step msg_3
`);

const prompt: JsonObject = { role: 'user', content: 'Grind the barley.' };
const call: JsonObject = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }] };
const result = (text: string): JsonObject => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: text }] });

/** The log and captured requests in one catalog; `answers` are what the requests were answered. */
const importBoth = async (output: string, ids: readonly string[] = ['msg_1', 'msg_2']) => {
  const store = openCatalog(tempFolder());
  stores.push(store);
  const log = bringSource(store.db, writeTape(LOG)).source.id;
  const lines = [
    { request: bodyOf([prompt]), response: { ...answerOf(ids[0] ?? '', ''), content: (call.content ?? []) as JsonObject[] } },
    { request: bodyOf([prompt, call, result(output)]), response: answerOf(ids[1] ?? '', 'It is ground.') },
  ];
  for (const { path } of (await scan([writeLines(tempFolder(), lines)], true)).candidates) bringSource(store.db, path);
  const rim = createRim(store.catalog);
  return { rim, tape: store.catalog.tape(log), store };
};

describe('a step whose request was captured', () => {
  it('is verified where all of its view was sent', async () => {
    const { rim, tape } = await importBoth('flour, fine');
    expect(await proofOf(rim, tape, 2)).toMatchObject({
      state: 'verified',
      source: 'claude-trace',
      joined: 'id',
      equal: 3,
      differs: 0,
      onlyDerived: 0,
      onlySent: 2,
    });
    expect(await requestAt(rim, tape, 2, (await joinsOf(rim.catalog, tape)).get(2))).toMatchObject({
      request: { system: 'You grind.', messages: [prompt, call, result('flour, fine')] },
      response: { id: 'msg_2' },
      capturedBy: 'claude-trace',
    });
  });

  it('differs where it was not, with the difference', async () => {
    const { rim, tape } = await importBoth('flour, coarse');
    const proof = await proofOf(rim, tape, 2);
    expect(proof).toMatchObject({ state: 'differs', equal: 2, differs: 1 });
    expect(proof.differences.filter(({ expected }) => !expected)).toMatchObject([
      { kind: 'result', sent: 'flour, coarse', derived: 'flour, fine' },
    ]);
  });

  it('is found by its calls and its words where no id is in both', async () => {
    const { rim, tape } = await importBoth('flour, fine', ['other_1', 'other_2']);
    const joins = await joinsOf(rim.catalog, tape);
    expect([...joins].map(([step, { by }]) => [step, by])).toEqual([
      [1, 'call'],
      [2, 'text'],
    ]);
  });

  it('is unlike one that was not: nothing is claimed of that', async () => {
    const { rim, tape } = await importBoth('flour, fine');
    expect(await proofOf(rim, tape, 3)).toMatchObject({ state: 'derived', source: null, equal: null });
    await expect(requestAt(rim, tape, 3, undefined)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is not missed where no request was made', async () => {
    const store = openCatalog(tempFolder());
    stores.push(store);
    const log = bringSource(store.db, writeTape(claudeTree('u1 "Grind." > a1 "No response requested." <- step msg_1 synthetic'))).source.id;
    const asked = requestAt(createRim(store.catalog), store.catalog.tape(log), 1, undefined);
    await expect(asked).rejects.toThrow('No request was made at step 1: the agent wrote the answer itself.');
  });

  it('counts for its agent and version', async () => {
    const { rim, tape, store } = await importBoth('flour, coarse');
    const [verdict, ...more] = await verdictsOf(rim, store.catalog.tapes(), () => undefined);
    expect(more).toEqual([]);
    expect(verdict).toMatchObject({ agent: tape.format, version: tape.writer, steps: 2, verified: 1, differs: 1 });
    expect(verdict?.byKind).toMatchObject({ text: { equal: 2 }, call: { equal: 1 }, result: { differs: 1 }, system: { onlySent: 2 } });
  });
});

describe('requests of a session without a step', () => {
  it('are those that no step was joined to, by what they are for', async () => {
    const store = openCatalog(tempFolder());
    stores.push(store);
    const log = bringSource(store.db, writeTape(LOG.map((record) => ({ ...record, sessionId: 'session-1' })))).source.id;
    const asked = (text: string, more: JsonObject = {}) =>
      bodyOf([{ role: 'user', content: text }], { system: 'You name things.', ...more });
    const lines = [
      { request: bodyOf([prompt]), response: { ...answerOf('msg_1', ''), content: (call.content ?? []) as JsonObject[] } },
      { request: asked('Give it a title: Grind the barley.', { tools: [] }), response: answerOf('msg_title', 'Barley') },
      { request: asked('Your task is to write a summary of all of this.'), response: answerOf('msg_summary', 'Barley was ground.') },
    ];
    for (const { path } of (await scan([writeLines(tempFolder(), lines)], true)).candidates) bringSource(store.db, path);
    const rim = createRim(store.catalog);
    const { items, total } = await apartOf(rim, store.catalog.tape(log));
    expect([total, items.map(({ what, model, usage }) => [what, model, usage?.input])]).toEqual([
      2,
      [
        ['title', 'mill-1', 9],
        ['compaction', 'mill-1', 9],
      ],
    ]);
    for (const { tape, step } of items)
      expect(await requestAt(rim, store.catalog.tape(tape), step ?? 0, undefined)).toMatchObject({ capturedBy: 'claude-trace' });
    expect(await apartOf(rim, store.catalog.tape(items[0]?.tape ?? ''))).toEqual({ items: [], total: 0 });
  });
});

describe('what agents and versions add up to', () => {
  it('costs no look at the steps of a log without requests, and ends once nobody waits', async () => {
    const { rim, tape } = logged(LOG);
    const decide = () => {
      throw new Error('a step was looked at');
    };
    expect(await verdictsOf({ ...rim, decide }, [tape], () => undefined)).toEqual([]);
    const stop = () => {
      throw new Error('nobody waits');
    };
    await expect(verdictsOf(rim, [tape], stop)).rejects.toThrow('nobody waits');
  });

  const logged = (records: JsonObject[]) => {
    const store = openCatalog(tempFolder());
    stores.push(store);
    const tape = bringSource(store.db, writeTape(records)).source.id;
    return { rim: createRim(store.catalog), tape: store.catalog.tape(tape), store };
  };

  it.each([
    ['captured requests', () => importBoth('flour, coarse')],
    ['a log that records its own', async () => logged(harbour())],
  ])('is what their steps say, of %s', async (_, bring) => {
    const { rim, store } = await bring();
    const tapes = store.catalog.tapes();
    const [verdict] = await verdictsOf(rim, tapes, () => undefined);
    const { steps, differs, byKind } = verdict ?? { byKind: {} };
    expect(steps).toBe(2);
    expect({ steps, differs, blocks: blocksOf(byKind) }).toEqual(await summedProofs(rim, tapes));
  });

  it('is of a recorded request what would be derived without it, and the view is the request all the same', async () => {
    const { rim, tape } = logged(harbour());
    expect(await proofOf(rim, tape, 2)).toMatchObject({
      state: 'recorded',
      source: 'the log itself',
      captured: null,
      equal: expect.any(Number),
    });
    expect(await differingIn(rim, tape, () => undefined)).toMatchObject({ steps: [], compared: 0 });
  });
});

describe('the base of a step that nobody captured', () => {
  const like = async (drawing: string, project = '/home/mia/harbour') => {
    const { rim, store } = await importBoth('flour, fine');
    const more = claudeTree(drawing, { session: 'session-2' }).map((record) => ({ ...record, cwd: project }));
    const { id } = bringSource(store.db, writeTape(more)).source;
    return baseLike(rim, store.catalog.tape(id), store.catalog.step(id, 1));
  };
  const SAME = 'u1 "And the rye." > a1 "Ground." <- step msg_9';

  it('is named from a captured session of the same agent, version and project', async () => {
    expect(await like(SAME)).toMatchObject({
      ...{ step: 1, title: 'Grind the barley.', by: 'claude-trace', system: { blocks: 1, chars: 'You grind.'.length } },
      tools: [{ name: 'mill' }],
    });
  });

  it('is unknown for another project or version, and for a step that has its own', async () => {
    expect(await like(SAME, '/bakery')).toBeNull();
    expect(await like(`${SAME} version 9.9.9`.replace('"And the rye."', '"And the rye." version 9.9.9'))).toBeNull();
    const { rim, tape, store } = await importBoth('flour, fine');
    expect(await baseLike(rim, tape, store.catalog.step(tape.id, 1))).toBeNull();
  });

  it('is named from the same session where another of its steps was captured', async () => {
    const { rim, tape, store } = await importBoth('flour, fine');
    expect(await baseLike(rim, tape, store.catalog.step(tape.id, 3))).toMatchObject({ tape: tape.id, step: 2, tools: [{ name: 'mill' }] });
  });
});

describe('the steps of a tape that differ', () => {
  const differing = async (output: string) => {
    const { rim, tape } = await importBoth(output);
    return differingIn(rim, tape, () => undefined);
  };

  it('are those of which the comparison of each says so', async () => {
    expect(await differing('flour, coarse')).toEqual({ steps: [2], verified: [1], compared: 2, to: 3, before: 0, looked: 2, done: true });
    expect(await differing('flour, fine')).toMatchObject({ steps: [], compared: 2 });
  });

  it('are told a part after the other, whoever asks so', async () => {
    const { rim, tape } = await importBoth('flour, coarse');
    const part = (from: number) => differingIn(rim, tape, () => undefined, { from, limit: 1 });
    expect([await part(1), await part(2)]).toEqual([
      { steps: [], verified: [1], compared: 1, to: 1, before: 0, looked: 1, done: false },
      { steps: [2], verified: [], compared: 1, to: 3, before: 1, looked: 1, done: true },
    ]);
  });

  it('are others once more was captured', async () => {
    const { rim, tape, store } = await importBoth('flour, fine');
    expect(await differingIn(rim, tape, () => undefined)).toMatchObject({ steps: [], compared: 2 });
    const thanks = { role: 'user', content: 'Thanks.' };
    const more = [
      { request: bodyOf([thanks], { metadata: { user_id: '{"session_id":"session-1"}' } }), response: answerOf('msg_3', 'Gladly.') },
    ];
    for (const { path } of (await scan([writeLines(tempFolder(), more)], true)).candidates) bringSource(store.db, path);
    expect(await differingIn(rim, store.catalog.tape(tape.id), () => undefined)).toMatchObject({ steps: [3], compared: 3 });
  });

  it('are none where the tape is what was captured', async () => {
    const { rim, store } = await importBoth('flour, coarse');
    for (const { id } of store.catalog.list({ format: CAPTURED }).items)
      expect(await differingIn(rim, store.catalog.tape(id), () => undefined)).toMatchObject({ steps: [], compared: 0 });
  });

  it('are no longer looked for once nobody waits', async () => {
    const { rim, tape } = await importBoth('flour, coarse');
    const stop = () => {
      throw new Error('Nobody waits.');
    };
    await expect(differingIn(rim, tape, stop)).rejects.toThrow('Nobody waits.');
  });
});
