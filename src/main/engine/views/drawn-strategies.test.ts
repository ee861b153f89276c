import { describe, expect, it, onTestFinished } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, call, nativeHome, result, user } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { viewMethods } from './methods.ts';
import { createRim, type Rim } from './rim.ts';
import { importRecords } from './testing/imported.ts';

/** A context in the words of a test: entries of the blocks with their reasons, and what was left out. */
const brief = ({ blocks, omissions }: View) => ({
  blocks: blocks.map(({ entries: [seq], why }) => (why === undefined ? `${seq}` : `${seq} ${why}`)),
  omitted: omissions.map(
    ({ entries, reason }) => `${reason} ${entries.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ')}`,
  ),
});

const weight = ({ tokens }: View): number => tokens.counted + tokens.estimated;

/** An index that answers with these entries, in place of the one on disk. */
const remembering = (rim: Rim, seqs: number[], notes: string[] = []): Rim => ({ ...rim, recall: async () => ({ seqs, notes }) });

describe('a Claude Code session that was compacted', () => {
  // Entries: 1 u1, 2 a1, 3 u2, 4 a2, 5 b1, 6 c1, 7 u3, 8 a3, 9 r1, 10 a4, 11 u4, 12 a5.
  const drawing = `
    u1 "go" > a1 "ok" <- step m1 > u2 "keep this" > a2 "kept" <- step m2
    b1 boundary auto 9000 keep u2..a2 behind c1 @a2
    c1 summary "so far" @b1
    u3 "read the log" @a2 > a3 call Read t1 <- step m3 > r1 t1 "${'line '.repeat(300)}" > a4 "read" <- step m4 > u4 "and now?" > a5 "so" <- step m5
  `;
  const look = async (policy: string) => {
    const { store, rim, tape } = importRecords(claudeTree(drawing));
    onTestFinished(() => store.close());
    return (remember = rim) => assemble(remember, tape, 5, parsePolicy(policy));
  };

  it('compact: the compaction with what it kept, the newest prompt, then what fits; the large result goes first', async () => {
    const view = await look('compact:300');
    const made = await view();
    expect(brief(made)).toEqual({
      blocks: ['5', '6', '3 kept by the compaction', '4 kept by the compaction', '7', '10', '11'],
      omitted: ['before-anchor 1-2', 'over-budget 8-9'],
    });
    expect(weight(made)).toBeLessThanOrEqual(300);
    expect(made.omissions[1]?.note).toBe(`beyond the budget of 300 tokens, which holds ${weight(made)} (estimated)`);
    expect(brief(await (await look('compact:9999'))()).blocks).toEqual(brief(await (await look('last-anchor'))()).blocks);
  });

  it('compact: keeps state and prompt where they alone weigh more, and warns', async () => {
    const made = await (await look('compact:1'))();
    expect(brief(made).blocks).toEqual(['5', '6', '3 kept by the compaction', '4 kept by the compaction', '11']);
    expect(made.warnings).toContain(
      `The state of the anchor and the newest prompt are always kept. With ${weight(made)} tokens they exceed the budget of 1, so nothing else is in this context.`,
    );
  });

  it('summary: the compaction with what it kept, and the newest turn', async () => {
    expect(brief(await (await look('summary'))())).toEqual({
      blocks: ['5', '6', '3 kept by the compaction', '4 kept by the compaction', '11'],
      omitted: ['before-anchor 1-2', 'not-selected 7-10'],
    });
  });

  it('memory: the same with what the index found, each call with its result', async () => {
    const { store, rim, tape } = importRecords(claudeTree(drawing));
    onTestFinished(() => store.close());
    const made = await assemble(remembering(rim, [9, 1]), tape, 5, parsePolicy('memory:log'));
    expect(brief(made)).toEqual({
      blocks: [
        ...['5', '6', '3 kept by the compaction', '4 kept by the compaction'],
        ...['1 recalled: hit 2 of 2', '8 called for entry 9', '9 recalled: hit 1 of 2', '11'],
      ],
      omitted: ['before-anchor 2', 'not-selected 7 10'],
    });
    expect(made.policy).toBe('memory:log');
    const none = await assemble(remembering(rim, [], ['The index is gone.']), tape, 5, parsePolicy('memory:log'));
    expect(none.warnings).toContain('The index is gone.');
    expect((await assemble(rim, tape, 5, parsePolicy('memory:log'))).warnings).toContain(
      'There is no memory index here: nothing was recalled.',
    );
  });
});

describe('a Bub tape with a handoff', () => {
  // Entries: 1 anchor, 2 user, 3 call, 4 result, 5 assistant, 6 anchor, 7 user, 8 assistant, 9 user, 10 assistant.
  const script = `
    anchor session/start {"owner":"human"}
    user "look around" <- run r1
    call bash c1 <- run r1
    result "${'found '.repeat(200)}" <- run r1
    assistant "three files" <- run r1
    anchor phase-1 {"summary":"Three files matter.","source_ids":[4, "2", 99]}
    user "change them" <- run r2
    assistant "changed" <- run r2
    user "thanks" <- run r3
    assistant "welcome" <- run r3
  `;
  const look = async (policy: string, recalled: number[] = []): Promise<View> => {
    const { store, rim, tape } = importRecords(bubTape(script), 'x__y.jsonl');
    onTestFinished(() => store.close());
    return assemble(remembering(rim, recalled), tape, 3, parsePolicy(policy));
  };

  it('compact: the anchor with its state, which as-recorded leaves out', async () => {
    expect(brief(await look('as-recorded')).blocks).toEqual(['7', '8', '9 the prompt of this step']);
    expect(brief(await look('compact:1')).blocks).toEqual(['6', '9 the prompt of this step']);
    expect(brief(await look('compact:9999'))).toEqual({
      blocks: ['6', '7', '8', '9 the prompt of this step'],
      omitted: ['before-anchor 1-5'],
    });
  });

  it('summary: what the state cites, raw, with the other half of each call, and a word about what it cites in vain', async () => {
    const made = await look('summary');
    expect(brief(made)).toEqual({
      blocks: [
        ...['6', '2 cited by the anchor phase-1', '3 called for entry 4', '4 cited by the anchor phase-1'],
        '9 the prompt of this step',
      ],
      omitted: ['before-anchor 1 5', 'not-selected 7-8'],
    });
    expect(made.warnings).toContain('The anchor phase-1 cites 3 entries, of which 1 is not before this step.');
  });

  it('memory: what was recalled from before the handoff', async () => {
    expect(brief(await look('memory:files', [5]))).toEqual({
      blocks: ['6', '5 recalled: hit 1 of 1', '9 the prompt of this step'],
      omitted: ['before-anchor 1-4', 'not-selected 7-8'],
    });
  });
});

describe('a native tape with a handoff', () => {
  const look = () => {
    const { main } = nativeHome();
    main.append([user('look around'), call('c1', 'bash'), result('c1', 'found '.repeat(200)), assistant('three files')]);
    main.handoff({ name: 'phase-1', summary: 'Three files matter.', sourceIds: [4] });
    main.append([user('change them'), assistant('changed'), user('thanks'), assistant('welcome')]);
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const { id } = bringSource(store.db, main.folder).source;
    const rim = remembering(createRim(store.catalog), [2]);
    return { view: (policy: string) => assemble(rim, id, store.catalog.tape(id).steps, parsePolicy(policy)), catalog: store.catalog, id };
  };

  it.each([
    ['compact:1', ['6', '9'], ['before-anchor 1-5', 'over-budget 7-8']],
    ['compact:9999', ['6', '7', '8', '9'], ['before-anchor 1-5']],
    ['summary', ['6', '3 called for entry 4', '4 cited by the anchor phase-1', '9'], ['before-anchor 1-2 5', 'not-selected 7-8']],
    ['memory:around', ['6', '2 recalled: hit 1 of 1', '9'], ['before-anchor 1 3-5', 'not-selected 7-8']],
  ])('%s', async (policy, blocks, omitted) => {
    const { view } = look();
    const made = await view(policy);
    expect(brief(made)).toEqual({ blocks, omitted });
    expect(await view(policy)).toEqual(made);
  });

  it('gives the messages of a strategy, in the wire shape', async () => {
    const { catalog, id } = look();
    const never = { signal: new AbortController().signal };
    const { messages } = await viewMethods({ catalog })['views.messages']({ tape: id, step: 4, policy: 'summary' }, never);
    expect(messages).toMatchObject([
      { role: 'assistant', content: expect.stringContaining('Three files matter.') },
      { role: 'assistant', tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
      { role: 'user', content: 'thanks' },
    ]);
  });
});
