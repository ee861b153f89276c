import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { isPolicy, type PolicyChoice, parsePolicy } from '../../../shared/model/policy.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { messagesOf } from './methods.ts';
import type { Rim } from './rim.ts';
import { importRecords } from './testing/imported.ts';
import { timesIn } from './testing/occurrences.ts';
import { isRefused } from './testing/refused.ts';

const sums = (view: View) => {
  const of = (basis: string) => view.blocks.reduce((sum, { tokens }) => sum + (tokens.basis === basis ? tokens.value : 0), 0);
  return { blocks: view.blocks.length, counted: of('counted'), estimated: of('estimated') };
};

const partSums = ({ parts }: View) => ({
  blocks: parts.reduce((sum, { blocks }) => sum + blocks, 0),
  counted: parts.reduce((sum, { tokens }) => sum + tokens.counted, 0),
  estimated: parts.reduce((sum, { tokens }) => sum + tokens.estimated, 0),
});

// Entries: 1 u1, 2 a1, 3 a2, 4 r1, 5 a3, 6 b1, 7 c1, 8 u2, 9 a4, 10 r2, 11 a5, 12 u3, 13 a6.
const drawing = `
  u1 "use tabs, never spaces" > a1 "ok" <- step m1 > a2 call Read t1 <- step m1 > r1 t1 "${'log '.repeat(200)}" > a3 "read" <- step m2
  b1 boundary auto 9000 behind c1 @a3
  c1 summary "so far" @b1 > u2 "go on" > a4 call Bash t2 <- step m3 > r2 t2 "${'out '.repeat(80)}" > a5 "done" <- step m4
  u3 "and now?" @a5 > a6 "so" <- step m5
`;
const PAIRS = [
  [3, 4],
  [9, 10],
] as const;

const open = () => {
  const { store, rim, tape } = importRecords(claudeTree(drawing));
  onTestFinished(() => store.close());
  return { rim, tape, catalog: store.catalog };
};

/** An index that finds these entries, of this tape and of others. */
const remembering = (rim: Rim, seqs: number[], others: { tape: string; seq: number; rank: number }[] = []): Rim => ({
  ...rim,
  recall: async () => ({ seqs, others, notes: [] }),
});

const brief = (view: View) => ({
  blocks: view.blocks.map(({ entries: [seq], part }) => (part === undefined ? `${seq}` : `${seq} ${part}`)),
  omitted: view.omissions.map(
    ({ entries, reason, note }) => `${reason} ${entries.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ')}: ${note}`,
  ),
  parts: view.parts.map(({ text, blocks }) => `${text}: ${blocks}`),
});

describe('a composed policy', () => {
  it('names on each block the part that brought it in, keeps calls with their results, and says what left an entry out', async () => {
    const { rim, tape } = open();
    expect(brief(await assemble(rim, tape, 5, parsePolicy('last-anchor + pin:#1,#4 + without:#9')))).toEqual({
      blocks: ['6', '7', '1 pin:#1,#4', '3 pin:#1,#4', '4 pin:#1,#4', '8', '11', '12'],
      omitted: ['before-anchor 2 5: before the anchor compaction 1 · auto', 'not-selected 9-10: left out by without:#9'],
      parts: ['last-anchor: 7', 'pin:#1,#4: 3', 'without:#9: -2'],
    });
  });

  it('begins at an anchor by the number of its entry, and says which there are where that is none', async () => {
    const { rim, tape } = open();
    expect(brief(await assemble(rim, tape, 5, parsePolicy('anchor:#6'))).blocks).toEqual(['6', '7', '8', '9', '10', '11', '12']);
    await expect(assemble(rim, tape, 5, parsePolicy('anchor:#7'))).rejects.toThrow(
      'Entry #7 is not an anchor before this request. The newest before it: #1 session/start, #6',
    );
  });

  it('keeps what is pinned within any budget; the order says what goes first into the rest', async () => {
    const { rim, tape } = open();
    const blocks = async (line: string) => brief(await assemble(remembering(rim, [1, 4]), tape, 5, parsePolicy(line))).blocks;
    expect(await blocks('last-anchor + pin:#1 + budget:1')).toEqual(['6', '7', '1 pin:#1', '12']);
    expect(await blocks('last-anchor + memory:tabs + budget:400')).toEqual(['6', '7', '1 memory:"tabs"', '8', '9', '10', '11', '12']);
    const cited = ['1', '3', '4'].map((seq) => `${seq} memory:"tabs"`);
    expect(await blocks('last-anchor + memory:tabs + budget:400:cited')).toEqual(['6', '7', ...cited, '8', '11', '12']);
    const all = await assemble(rim, tape, 5, parsePolicy('full'));
    const newest = all.blocks.filter(({ entries: [seq = 0] }) => seq >= 8).reduce((sum, { tokens }) => sum + tokens.value, 0);
    expect(await blocks(`full + budget:${newest}`)).toEqual(['8', '9', '10', '11', '12']);
    expect(await blocks(`full + budget:${newest}:heavy-last`)).toEqual(['1', '2', '5', '7', '8', '11', '12']);
  });

  it('puts a call that a resume lost back into the answer that made it, with its result after all calls of the answer', async () => {
    const lost = `
      u1 "look at all"
      a1 call Read t1 @u1 <- step m1 usage 1000 80 0 0
      a2 call Read t2 @a1 <- step m1 usage 1000 80 0 0
      r2 t2 "${'y'.repeat(60)}" @a2
      a3 "seen" @r2 <- step m2 usage 3400 10 0 0
      r1 t1 "${'x'.repeat(5600)}" @a1
      u2 "go on" @a3 > a4 "on" <- step m3 usage 1500 5 0 0 version 2.1.59
    `;
    const { store, rim, tape, view } = importRecords(claudeTree(lost));
    onTestFinished(() => store.close());
    const under = async (policy: string) => {
      const { blocks, warnings } = await view(3, policy);
      const refused = isRefused(await messagesOf(rim, tape, 3, parsePolicy(policy)));
      return [blocks.flatMap(({ entries }) => entries).join(' '), refused, warnings.filter((one) => one.startsWith('No model'))];
    };
    expect(await under('as-recorded')).toEqual(['1 3 4 5 7', false, []]);
    expect(await under('as-recorded + pin:#2')).toEqual(['1 2 3 6 4 5 7', false, []]);
    expect(await under('as-recorded + pin:#6 + summary + without:#3')).toEqual(['1 2 6 5 7', false, []]);
  });

  it('says which pins bring nothing, and which leave nothing out', async () => {
    const { rim, tape } = open();
    expect((await assemble(rim, tape, 3, parsePolicy('full + pin:#13'))).warnings).toContain(
      'Later than this request, so not pinned: #13.',
    );
    const kept = await assemble(rim, tape, 5, parsePolicy('last-anchor + pin:#9 + without:#10'));
    expect(kept.warnings).toContain('without:#10 leaves nothing out of entry #9, which is pinned, and of its call and results.');
    expect(kept.blocks.flatMap(({ entries }) => entries)).toContain(10);
  });

  it('shows entries of other tapes as blocks that name tape and entry, and counts them for nothing in the conservation law', async () => {
    const { rim, tape, catalog } = open();
    const other = remembering(rim, [1], [{ tape, seq: 5, rank: 1 }]);
    const view = await assemble(other, tape, { next: true }, parsePolicy('last-anchor + memory:read@all'));
    const [, , own, from] = view.blocks;
    expect(own).toMatchObject({ entries: [1], part: 'memory:"read"@all', why: 'recalled: hit 2 of 2' });
    expect(from).toMatchObject({ entries: [], role: 'user', from: { tape, entry: 5, title: catalog.tape(tape).title } });
    expect(timesIn(view).every((count) => count === 1)).toBe(true);
  });

  it('brings nothing from another tape that was written after the request, made or not, and says so', async () => {
    const { rim, tape } = open();
    const others = [2, 10, 12].map((seq, at) => ({ tape, seq, rank: at + 1 }));
    const recalledAt = async (place: Place) => {
      const { blocks, warnings } = await assemble(remembering(rim, [], others), tape, place, parsePolicy('last-anchor + memory:read@all'));
      return [
        blocks.flatMap(({ from }) => from?.entry ?? []).sort((a, b) => a - b),
        warnings.filter((one) => one.includes('not recalled')),
      ];
    };
    const two = ['2 entries of other tapes match and were written after this'];
    expect(await recalledAt({ step: 3 })).toEqual([[2], [`${two} step, so not recalled.`]]);
    expect(await recalledAt({ after: 6 })).toEqual([[2], [`${two} request, so not recalled.`]]);
    expect(await recalledAt({ after: 10 })).toEqual([
      [2, 10],
      ['One entry of another tape matches and was written after this request, so not recalled.'],
    ]);
    expect(await recalledAt({ next: true })).toEqual([[2, 10, 12], []]);
  });
});

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }).map((seqs) => seqs.join(','));
const part = fc.oneof(
  numbers.map((seqs) => `pin:${seqs}`),
  numbers.map((seqs) => `without:${seqs}`),
  fc.constantFrom('summary', 'memory:log', 'memory:log@all', 'budget:1', 'budget:90:cited', 'budget:300:heavy-last', 'budget:9000'),
);
const lines = fc
  .tuple(
    fc.constantFrom('as-recorded', 'last-anchor', 'full', 'anchor:#6', 'summary', 'memory:log', 'compact:200'),
    fc.array(part, { maxLength: 4 }),
  )
  .map((pieces) => pieces.flat().join(' + '))
  .filter(isPolicy);
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ next: true }),
  fc.integer({ min: 6, max: 13 }).map((after) => ({ after })),
  fc.integer({ min: 3, max: 5 }).map((step) => ({ step })),
);

it('any composed policy at any place: each entry is in one block or omission, parts add up to the blocks, calls keep their results, and the same inputs give the same bytes', async () => {
  const { rim, tape } = open();
  const other = remembering(rim, [4, 9, 1], [{ tape, seq: 5, rank: 2 }]);
  await fc.assert(
    fc.asyncProperty(lines, places, async (line, place) => {
      const choice: PolicyChoice = parsePolicy(line);
      const view = await assemble(other, tape, place, choice);
      expect(timesIn(view).filter((count) => count !== 1)).toEqual([]);
      expect(partSums(view)).toEqual(sums(view));
      expect(JSON.stringify(await assemble(other, tape, place, choice))).toBe(JSON.stringify(view));
      const held = new Set(view.blocks.flatMap(({ entries }) => entries));
      for (const [call, result] of PAIRS) if (view.before > result) expect(held.has(call), line).toBe(held.has(result));
    }),
    { numRuns: 150 },
  );
});
