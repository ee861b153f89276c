import { describe, expect, it, onTestFinished } from 'vitest';
import type { Place } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { bubTape } from '../testing/bub-script.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { importRecords } from './testing/imported.ts';
import { timesIn } from './testing/occurrences.ts';

const look = (drawing: string) => {
  const { store, rim, tape } = importRecords(claudeTree(drawing));
  onTestFinished(() => store.close());
  return async (place: Place, policy = 'as-recorded') => {
    const view = await assemble(rim, tape, place, parsePolicy(policy));
    expect(timesIn(view).filter((times) => times !== 1)).toEqual([]);
    return { view, seqs: view.blocks.flatMap(({ entries }) => entries) };
  };
};

describe('the next request of a Claude Code session', () => {
  it('continues from the newest answer, and says which rule that rests on', async () => {
    const at = look('u1 "go" > a1 "ok" <- step m1 > u2 "more" > a2 "done" <- step m2');
    const { view, seqs } = await at({ next: true });
    expect(seqs).toEqual([1, 2, 3, 4]);
    expect(view).toMatchObject({
      step: null,
      next: true,
      before: 5,
      evidence: { state: 'derived' },
      since: { step: 2, added: 1, gone: 0 },
    });
    expect(view.evidence.rule).toContain('newest branch');
    expect(view.warnings).toEqual([]);
  });

  it('holds a prompt that waits, also where the person went back, and of a compaction only what it left', async () => {
    const rewound = look('u1 "go" > a1 "ok" <- step m1 > u2 "more" > a2 "done" <- step m2\nu3 "rather this" @a1');
    expect((await rewound({ next: true })).seqs).toEqual([1, 2, 5]);
    expect((await rewound({ after: 4 })).seqs).toEqual([1, 2, 3, 4]);
    const compacted = look('u1 "go" > a1 "ok" <- step m1\nb1 boundary manual 9000 behind c1 @a1\nc1 summary "so far" @b1');
    expect((await compacted({ next: true })).seqs).toEqual([4]);
    expect((await compacted({ next: true }, 'full')).seqs).toContain(1);
  });

  it('has parallel results, wherever they hang, and warns of calls that still wait', async () => {
    const at = look('u1 "go" > a1 call Read t1 <- step m1 > a2 call Bash t2 <- step m1 > r2 t2 "two"\nr1 t1 "one" @a1');
    expect((await at({ next: true })).seqs.toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect((await at({ after: 4 })).view.warnings.join(' ')).toContain('#2 (Read) has no result in this context');
  });

  it('a tape without a step has one too', async () => {
    expect((await look('u1 "go"')({ next: true })).seqs).toEqual([1]);
  });

  it('after the entry before a step it is the context of that step', async () => {
    const at = look(
      'u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "one" > a2 "ok" <- step m2 > u2 "more" > a3 "done" <- step m3\nu3 "back" @a2 > a4 "so" <- step m4',
    );
    for (const [step, after] of [
      [1, 1],
      [2, 3],
      [3, 5],
      [4, 7],
    ] as const)
      for (const policy of ['as-recorded', 'full', 'last-anchor'])
        expect((await at({ after }, policy)).seqs, `${policy} ${step}`).toEqual((await at({ step }, policy)).seqs);
  });

  it('weighs what the last request is recorded with and what came since', async () => {
    const { view } = await look(
      'u1 "go" > a1 "ok" <- step m1 usage 900 40 100 0 > u2 "and more" > a2 "done" <- step m2 usage 60 30 1000 0 > u3 "on"',
    )({
      next: true,
    });
    const came = view.blocks.filter(({ entries: [seq = 0] }) => seq >= 4).reduce((sum, { tokens }) => sum + tokens.value, 0);
    expect(came).toBeGreaterThan(30);
    expect(view.expected).toEqual({ tokens: 1060 + came, last: { step: 2, recorded: 1060 } });
    expect(view.tokens).toMatchObject({ recorded: null, base: 1000 - (view.blocks[0]?.tokens.value ?? 0) });
    expect((await look('u1 "go"')({ next: true })).view.expected).toEqual({ tokens: 5, last: null });
  });

  it('keeps, after a compaction and under any policy, the base that was measured before it', async () => {
    const at = look(
      'u1 "go" > a1 "ok" <- step m1 usage 900 40 100 0 > u2 "more" > a2 "done" <- step m2 usage 60 30 1000 0\nb1 boundary manual 9000 behind c1 @a2\nc1 summary "so far" @b1',
    );
    for (const policy of ['as-recorded', 'last-anchor', 'full', 'last-anchor + pin:#1']) {
      const { tokens, expected } = (await at({ next: true }, policy)).view;
      expect(tokens.base, policy).toBe(995);
      expect(expected, policy).toEqual({ tokens: 995 + tokens.estimated, last: { step: 2, recorded: 1060 } });
    }
  });

  it('refuses an entry that is not there', async () => {
    await expect(look('u1 "go"')({ after: 2 })).rejects.toThrow('there is no entry 2');
  });
});

it('of a Bub tape it begins after the newest anchor, as the next run would', async () => {
  const script = `
    anchor session/start {"owner":"human"}
    user "look around" <- run r1
    assistant "three files" <- run r1
    anchor phase-1 {"summary":"Three files matter."}
    user "change them" <- run r2
    assistant "changed" <- run r2
  `;
  const { store, rim, tape } = importRecords(bubTape(script), 'x__y.jsonl');
  onTestFinished(() => store.close());
  const seqs = async (place: Place, policy = 'as-recorded') =>
    (await assemble(rim, tape, place, parsePolicy(policy))).blocks.flatMap(({ entries }) => entries);
  expect(await seqs({ next: true })).toEqual([5, 6]);
  expect(await seqs({ after: 4 })).toEqual([]);
  expect(await seqs({ after: 3 })).toEqual([2, 3]);
  expect(await seqs({ next: true }, 'last-anchor')).toEqual([4, 5, 6]);
});
