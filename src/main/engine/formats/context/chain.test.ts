import { describe, expect, it } from 'vitest';
import { look } from '../../views/testing/look.ts';

describe('a chain that breaks', () => {
  it('says at which line, and shows what follows it', async () => {
    const { view, blocks, omitted } = await look('z1 "aside" side\nu2 "after" @gone > a1 "ok" <- step m1', 1);
    expect(blocks).toBe('u2');
    expect(omitted).toEqual(['subagent: z1 @0']);
    expect(view.warnings[0]).toMatch(
      /^The chain breaks at line 2: its parent \S+ is not in this file, so the entries before it cannot be shown\.$/,
    );
  });

  it('continues from the last entry before it on the same side, which the recorded tokens of such logs prove right', async () => {
    const { view, blocks, omitted } = await look(
      `
      u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "text" > a2 "half of an answer" <- step m2
      z1 "aside" side
      p1 system stop_hook_summary @gone > u2 "on" > a3 "ok" <- step m3
      `,
      3,
    );
    expect(blocks).toBe('u1 a1 r1 a2 u2');
    expect(omitted).toEqual(['subagent: z1 @4', 'not-selected: p1 @5']);
    expect(view.warnings[0]).toMatch(
      /^The chain breaks at line 6: its parent \S+ is not in this file, so it continues from line 4, the last one before it\. The entries between them are unknown\. This version of the agent loses what came before on a resume; no recorded size shows whether it resumed\.$/,
    );
  });

  it('is mended by the call that a result answers', async () => {
    const { view, blocks } = await look(
      `
      z1 "find it" side > a1 call Grep t1 <- step m1
      r1 t1 "here" side @gone > a2 "found" <- step m2
      `,
      2,
    );
    expect(blocks).toBe('z1 a1 r1');
    expect(view.warnings[0]).toMatch(
      /^The chain is repaired at line 3: its parent \S+ is not in this file, but the call that it answers is, at line 2\.$/,
    );
  });

  it('continues before a boundary whose named parent is missing', async () => {
    const { view, blocks } = await look(
      'u1 "go" > a1 "ok" <- step m1\nb1 boundary auto 5 @gone\nc1 summary "so far" @b1 > a2 "on" <- step m2',
      2,
      'full',
    );
    expect(blocks).toBe('u1 a1 c1');
    expect(view.warnings).toEqual([
      'The entry that compaction 1 · auto names as the one before it is not in this file, so the chain continues from line 2, the last one before it.',
    ]);
  });
});
