import { describe, expect, it } from 'vitest';
import { look } from '../../views/testing/look.ts';

describe('a compaction', () => {
  const plain = `
    u1 "go" > a1 call Read t1 <- step m1 usage 9 9 0 0 > r1 t1 > a2 "ok" <- step m2 usage 9 9 0 0
    b1 boundary auto 161020 @a2
    c1 summary "so far" @b1
    u2 "on" @c1 > a3 "sure" <- step m3 usage 9 9 0 0
  `;

  it('leaves everything before it in one omission and continues from its summary', async () => {
    const { view, blocks, omitted } = await look(plain, 3);
    expect(blocks).toBe('c1 u2');
    expect(omitted).toEqual(['compacted: u1 a1 r1 a2 @0', 'not-selected: b1 @2']);
    expect(view.omissions[0]).toMatchObject({
      note: 'before compaction 1 (auto) at step 3; 161,020 tokens were in context',
      byKind: { message: 2, tool_call: 1, tool_result: 1 },
      tokens: { value: 161_020, basis: 'recorded' },
    });
    expect(view.blocks[0]).toMatchObject({ tone: 'summary', role: 'user' });
    expect(view.since).toEqual({ step: 2, added: 2, gone: 3 });
  });

  it('is where last-anchor begins, with the boundary as the anchor', async () => {
    const { view, blocks, omitted } = await look(plain, 3, 'last-anchor');
    expect(blocks).toBe('b1 c1 u2');
    expect(omitted).toEqual(['before-anchor: u1 a1 r1 a2 @0']);
    expect(view.blocks[0]?.tone).toBe('anchor');
    expect(view.omissions[0]?.note).toBe('before the anchor compaction 1 · auto');
  });

  it('can be looked through', async () => {
    expect((await look(plain, 3, 'full')).blocks).toBe('u1 a1 r1 a2 c1 u2');
    expect((await look(plain, 3, 'from-anchor:session/start')).blocks).toBe('u1 a1 r1 a2 c1 u2');
    expect((await look(plain, 3, 'from-anchor:compaction 1 · auto')).blocks).toBe('b1 c1 u2');
  });

  it('names the anchors there are when another one is asked for', async () => {
    await expect(look(plain, 3, 'from-anchor:phase-1')).rejects.toMatchObject({
      code: 'not-found',
      message: 'No anchor called "phase-1" is before this step. Before it: session/start, compaction 1 · auto.',
      details: { anchors: ['session/start', 'compaction 1 · auto'] },
    });
    await expect(look(plain, 2, 'from-anchor:compaction 1 · auto')).rejects.toMatchObject({ code: 'not-found' });
  });

  const kept = `
    u1 "go" > a1 "ok" <- step m1 > u2 "read both" > a2 call Read t1 <- step m2
    r1 t1 @a2
    a3 call Read t2 @a2 <- step m2
    r2 t2 @a3
    b1 boundary manual 9000 keep a2..r2 behind c1 @r2
    c1 summary "so far" @b1
    u3 "on" @r2 > a4 "sure" <- step m3
  `;

  it('carries a preserved segment over its summary, with the results that hang next to it', async () => {
    const { view, blocks, omitted } = await look(kept, 3);
    expect(blocks).toBe('c1 a2 a3 r1 r2 u3');
    expect(omitted).toEqual(['compacted: u1 a1 u2 @0', 'not-selected: b1 @6']);
    expect(view.blocks.map((block) => block.why)).toEqual([
      undefined,
      'kept by the compaction',
      'kept by the compaction',
      'answers a parallel call',
      'kept by the compaction',
      undefined,
    ]);
    expect(view.omissions[0]?.byKind).toEqual({ message: 3 });
  });

  it('is inside of the whole when its preserved segment is looked through', async () => {
    expect((await look(kept, 3, 'full')).blocks).toBe('u1 a1 u2 a2 a3 r1 r2 c1 u3');
    expect((await look(kept, 3, 'last-anchor')).blocks).toBe('b1 c1 a2 a3 r1 r2 u3');
    expect((await look(kept, 3, 'from-anchor:compaction 1 · manual')).blocks).toBe('b1 c1 a2 a3 r1 r2 u3');
  });

  it('warns when what it kept is not in the file', async () => {
    const { view, blocks } = await look(
      `
      u1 "go" > a1 "ok" <- step m1
      b1 boundary manual 9000 keep gone..a1 behind c1 @a1
      c1 summary "so far" @b1
      u3 "on" @a1 > a4 "sure" <- step m3
      `,
      2,
    );
    expect(blocks).toContain('u3');
    expect(view.warnings).toContain('The compaction at entry 3 kept entries that are not in this file, so they cannot be shown.');
  });

  it('in small clears old results in place', async () => {
    const { view, blocks } = await look(
      `
      u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "long" > a2 call Read t2 <- step m2 > r2 t2 "long"
      k1 micro t1 @r2
      u2 "on" @k1 > a3 "sure" <- step m3
      `,
      3,
    );
    expect(blocks).toBe('u1 a1 r1 a2 r2 u2');
    expect(view.blocks.map((block) => block.cleared ?? false)).toEqual([false, false, true, false, false, false]);
    expect(view.blocks[2]).toMatchObject({ why: 'cleared by a micro-compaction', tokens: { value: 20 } });
  });
});
