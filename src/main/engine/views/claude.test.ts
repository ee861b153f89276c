import { describe, expect, it } from 'vitest';
import { claudeTree } from '../testing/tree.ts';
import { messagesOf } from './methods.ts';
import { importRecords } from './testing/imported.ts';
import { type Told, told } from './testing/told.ts';

/** Names of the drawn records in file order; `-` for those without a uuid. */
const namesOf = (drawing: string): string[] =>
  drawing
    .split(/\n| > /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[0] ?? '');

const look = async (drawing: string, step: number, policy = 'as-recorded'): Promise<Told> => {
  const imported = importRecords(claudeTree(drawing));
  const view = await imported.view(step, policy);
  imported.store.close();
  return told(view, namesOf(drawing));
};

describe('what Claude Code put before the model', () => {
  it('is the chain of parents from the start', async () => {
    const { view, blocks, omitted } = await look(
      `
      u1 "fix the tests"
        a1 call Bash t1 <- step m1 usage 10 5 0 0
          r1 t1 "2 failed" failed
            a2 "done" <- step m2 usage 500 5 10 0
      `,
      2,
    );
    expect(blocks).toBe('u1 a1 r1');
    expect(omitted).toEqual([]);
    expect(view.blocks.map(({ role, kind, tone, label }) => `${role} ${kind} ${tone} ${label}`)).toEqual([
      'user message user ',
      'assistant tool_call call Bash',
      'tool tool_result error Bash',
    ]);
    expect(view).toMatchObject({ before: 4, policy: 'as-recorded', limit: 200_000, warnings: [] });
    expect(view.tokens).toMatchObject({ recorded: 510, cached: 10, counted: 0, tokenizer: null });
    expect(view.since).toEqual({ step: 1, added: 2, gone: 0 });
  });

  it('takes results of parallel calls that are dead ends, behind the whole message that called', async () => {
    const { view, blocks, omitted } = await look(
      `
      u1 "read both"
        a1 think "hm" <- step m1
          a2 call Read t1 <- step m1
            r1 t1 "one"
            a3 call Read t2 <- step m1
              r2 t2 "two"
                a4 "both read" <- step m2
      `,
      2,
    );
    expect(blocks).toBe('u1 a1 a2 a3 r1 r2');
    expect(omitted).toEqual([]);
    expect(view.blocks.filter((block) => block.why).map((block) => block.why)).toEqual(['answers a parallel call']);
    expect(view.blocks[1]?.tone).toBe('thinking');
  });

  it('takes lines of a message that the chain leaves out, and their results', async () => {
    const { view, blocks } = await look(
      `
      u1 "read both" > a1 call Read t1 <- step m1
      r1 t1 @a1
      a2 call Read t2 @a1 <- step m1
      r2 t2 @a2
      a3 "done" @r1 <- step m2
      `,
      2,
    );
    expect(blocks).toBe('u1 a1 a2 r1 r2');
    expect(view.blocks[2]?.why).toBe('another part of the same message');
  });

  it('pairs a result that hangs beside a progress line', async () => {
    const { blocks, omitted } = await look(
      `
      u1 "run it"
        a1 call Bash t1 <- step m1
          p1 progress t1
            a2 "done" <- step m2
          r1 t1 "ok"
      u2 "on" @a2 > a3 "ok" <- step m3
      `,
      3,
    );
    expect(blocks).toBe('u1 a1 r1 a2 u2');
    expect(omitted).toEqual(['not-selected: p1 @5']);
  });

  it('leaves out what a person went back from, in its place', async () => {
    const { view, blocks, omitted } = await look(
      `
      u1 "start"
        a1 "ok" <- step m1
          u2 "wrong way"
            x1 attach nested_memory "about it"
              a2 "going" <- step m2
          u3 "other way"
            a3 "going there" <- step m3
              u4 "on"
                a4 "done" <- step m4
      `,
      4,
    );
    expect(blocks).toBe('u1 a1 u3 a3 u4');
    expect(omitted).toEqual(['other-branch: u2 x1 a2 @2']);
    expect(view.omissions[0]).toMatchObject({
      note: 'on another branch, which parts at entry 2',
      count: 3,
      tokens: { basis: 'estimated' },
    });
  });

  it('keeps attachments that hang beside the chain and lead nowhere', async () => {
    const { view, blocks, omitted } = await look(
      `
      u1 "read"
        a1 call Read t1 <- step m1
          r1 t1
            x1 attach nested_memory "house rules"
              x2 attach hook_system_message "for the person"
            a2 "done" <- step m2
      - ai-title {"aiTitle":"Read"}
      u2 "more" @a2 > a3 "ok" <- step m3
      `,
      3,
    );
    expect(blocks).toBe('u1 a1 r1 x1 a2 u2');
    expect(omitted).toEqual(['not-selected: x2 @6', 'sidecar: - @6']);
    expect(view.blocks[3]?.why).toBe('hangs beside the chain');
  });

  it('leaves out what the writer marked as not for the model', async () => {
    const { omitted } = await look(
      `
      u1 "go" > e1 error "overloaded" > u2 "again" > a1 "ok" <- step m1
      `,
      2,
    );
    expect(omitted).toEqual(['excluded-by-writer: e1 @1']);
  });

  it('gives a sub-agent in the same file its own chain, and the main chain none of it', async () => {
    const drawing = `
      u1 "look into it" > a1 call Task t1 "find it" <- step m1
      z1 "find it" side @- > a2 "searching" <- step s1 > a3 "found" <- step s2
      r1 t1 "found" @a1 > a4 "there it is" <- step m2
    `;
    const main = await look(drawing, 4);
    expect(main.blocks).toBe('u1 a1 r1');
    expect(main.omitted).toEqual(['subagent: z1 a2 a3 @2']);
    const inside = await look(drawing, 3);
    expect(inside.blocks).toBe('z1 a2');
    expect(inside.omitted).toEqual(['other-branch: u1 a1 @0']);
    expect(inside.view.omissions[0]?.note).toBe('on the main chain, which a sub-agent does not see');
    expect(inside.view.since).toEqual({ step: 2, added: 1, gone: 0 });
    expect(main.view.since).toEqual({ step: 1, added: 2, gone: 0 });
  });

  it('says so where a step was made without a request', async () => {
    const { view } = await look('u1 "go" > a1 "No response requested." synthetic <- step m1', 1);
    expect(view.warnings).toEqual(['The agent program wrote this answer itself. No request was made, so no model saw this context.']);
  });
});

describe('a compaction', () => {
  const plain = `
    u1 "go" > a1 call Read t1 <- step m1 usage 9 9 0 0 > r1 t1 > a2 "ok" <- step m2 usage 9 9 0 0
    b1 boundary auto 161020 @a2
    c1 summary "so far" @b1
    u2 "on" @c1 > a3 "sure" <- step m3 usage 9 9 0 0
  `;

  it('leaves everything before it in one omission and goes on from its summary', async () => {
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
      message: 'No anchor called "phase-1" stands before this step. Before it stand: session/start, compaction 1 · auto.',
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

  it('carries a preserved segment over its summary, with the results that hang beside it', async () => {
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

  it('stands inside of the whole when its preserved segment is looked through', async () => {
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

describe('thinking of earlier turns', () => {
  const drawn = (model: string, version = '2.1.40'): string => {
    const by = (id: string, type: string): string =>
      JSON.stringify({ message: { id, role: 'assistant', model, content: [{ type, [type]: 'hm', signature: 's' }] } });
    return `
      u1 "go"
        a1 think "hm" <- step m1 ${by('m1', 'thinking')}
          a2 call Read t1 <- step m1
            r1 t1 "text"
              a3 think "hm" <- step m2 ${by('m2', 'thinking')}
                a4 "done" <- step m2 ${by('m2', 'text')}
                  u2 "and now?"
                    a5 think "hm" <- step m3 ${by('m3', 'thinking')}
                      a6 call Read t2 <- step m3
                        r2 t2 "more"
                          a7 "so" <- step m4 version ${version} ${by('m4', 'text')}
      `;
  };

  it.each(['claude-sonnet-4-5-20250929', 'claude-haiku-4-5', 'claude-opus-4-1-20250805', 'anthropic/claude-3-7-sonnet'])(
    'is not read again by %s, but that of the same turn is',
    async (model) => {
      expect((await look(drawn(model), 2)).blocks).toBe('u1 a1 a2 r1');
      const { view, blocks, omitted } = await look(drawn(model), 4);
      expect(blocks).toBe('u1 a2 r1 a4 u2 a5 a6 r2');
      expect(omitted).toEqual(['excluded-by-writer: a1 @1', 'excluded-by-writer: a3 @3']);
      expect(view.omissions[0]).toMatchObject({
        note: 'thinking of earlier turns, which the model is not shown again',
        tokens: { basis: 'estimated' },
      });
      expect((await look(drawn(model), 4, 'full')).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
    },
  );

  it.each(['claude-opus-4-5-20251101', 'claude-sonnet-4-6', 'claude-opus-5', 'gpt-5'])('is read again by %s', async (model) => {
    expect((await look(drawn(model), 4)).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
  });

  it('is read again by any model where the program asks to keep all of it', async () => {
    expect((await look(drawn('claude-sonnet-4-5', '2.1.92'), 4)).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
  });

  it('is among the messages all the same, since it was sent', async () => {
    const imported = importRecords(claudeTree(drawn('claude-sonnet-4-5')));
    const sent = await messagesOf(imported.rim, imported.tape, 4, { type: 'as-recorded' });
    imported.store.close();
    const types = sent.flatMap(({ content }) =>
      Array.isArray(content) ? content.map((block) => (block as { type: string }).type) : 'text',
    );
    expect(types.join(' ')).toBe('text thinking tool_use tool_result thinking text text thinking tool_use tool_result');
  });

  it('is gone behind a login for any model, since it is signed for the account', async () => {
    const login = drawn('claude-opus-5').replace('u2 "and now?"', 'u2 "<command-name>/login</command-name>"');
    const { blocks, view } = await look(login, 4);
    expect(blocks).toBe('u1 a2 r1 a4 u2 a5 a6 r2');
    expect(view.blocks.find(({ entries }) => entries[0] === 7)?.label).toBe('/login');
  });
});

describe('a chain that breaks', () => {
  it('says at which line, and shows what stands behind it', async () => {
    const { view, blocks, omitted } = await look('z1 "aside" side\nu2 "after" @gone > a1 "ok" <- step m1', 1);
    expect(blocks).toBe('u2');
    expect(omitted).toEqual(['subagent: z1 @0']);
    expect(view.warnings[0]).toMatch(
      /^The chain breaks at line 2: its parent \S+ is not in this file, so what stood before it cannot be shown\.$/,
    );
  });

  it('goes on from the last entry before it on the same side, which the recorded tokens of such logs prove right', async () => {
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
      /^The chain breaks at line 6: its parent \S+ is not in this file, so it goes on from line 4, the last one before it\. What stood between them is not known\.$/,
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
      /^The chain is mended at line 3: its parent \S+ is not in this file, but the call that it answers is, at line 2\.$/,
    );
  });

  it('goes on before a boundary whose named parent is missing', async () => {
    const { view, blocks } = await look(
      'u1 "go" > a1 "ok" <- step m1\nb1 boundary auto 5 @gone\nc1 summary "so far" @b1 > a2 "on" <- step m2',
      2,
      'full',
    );
    expect(blocks).toBe('u1 a1 c1');
    expect(view.warnings).toEqual([
      'The entry that compaction 1 · auto names as the one before it is not in this file, so the chain goes on from line 2, the last one before it.',
    ]);
  });
});

describe('a resume by a version that reads the chain of parents alone', () => {
  /** Two calls at once; the second prompt hangs on the last answer. `usage` is that of the request after it. */
  const drawn = (usage: string, version: string): string => `
    u1 "look at both"
      a1 call Read t1 <- step m1 usage 1000 80 0 0
        a2 call Read t2 <- step m1 usage 1000 80 0 0
          r2 t2 "${'y'.repeat(60)}"
            a3 "seen" <- step m2 usage 3400 10 0 0
      r1 t1 "${'x'.repeat(5600)}" @a1
    u2 "go on" @a3 > a4 "on" <- step m3 usage ${usage} version ${version}
    `;

  it('lost results beside the chain, and their calls, where the recorded size fell', async () => {
    const { view, blocks } = await look(drawn('1500 5 0 0', '2.1.59'), 3);
    expect(blocks).toBe('u1 a2 r2 a3 u2');
    expect(view.warnings[0]).toMatch(/^The agent resumed from its file at line 7 and lost results of parallel calls/);
  });

  it('lost none where the recorded size went on growing', async () => {
    expect((await look(drawn('3500 5 0 0', '2.1.59'), 3)).blocks).toBe('u1 a1 a2 r2 r1 a3 u2');
  });

  it('is none of a version that finds them again', async () => {
    expect((await look(drawn('1500 5 0 0', '2.1.112'), 3)).blocks).toBe('u1 a1 a2 r2 r1 a3 u2');
  });
});

describe('what a resume leaves behind', () => {
  it('is a call without a result, once the conversation goes on', async () => {
    const drawing = `
      u1 "go" > a1 call Read t1 <- step m1
      r1 t1 "text" @a1
      a2 call Bash t2 @a1 <- step m1
      u2 "go on" @r1 > a3 "on" <- step m2
      `;
    expect((await look(drawing, 2)).blocks).toBe('u1 a1 r1 u2');
  });

  it('is a message that was written once more on another branch', async () => {
    const drawing = `
      u1 "go" > a1 call Read t1 <- step m1
      r1 t1 "text" @a1
      a2 "done" <- step m2 @r1
      a3 call Read t1 @u1 <- step m1
      r2 t1 "text" @a3
      a4 "done" <- step m2 @r2
      u2 "go on" @a4 > a5 "on" <- step m3
      `;
    expect((await look(drawing, 3)).blocks).toBe('u1 a3 r2 a4 u2');
  });
});
