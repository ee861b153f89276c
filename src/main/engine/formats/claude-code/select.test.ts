import { describe, expect, it } from 'vitest';
import { look } from '../../views/testing/look.ts';

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

  it('takes results of parallel calls that are dead ends, after the whole message that called', async () => {
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

  it('pairs a result that hangs next to a progress line', async () => {
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
      note: 'on another branch, from entry 2',
      count: 3,
      tokens: { basis: 'estimated' },
    });
  });

  it('keeps attachments that hang next to the chain and lead nowhere', async () => {
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
    expect(view.blocks[3]?.why).toBe('next to the chain');
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

it('says where what a request continues from is written after its answer', async () => {
  const drawing = `
    a1 "ok" @u1 <- step m1
    u1 "go"
    u2 "on" @a1 > a2 "done" <- step m2
  `;
  const { view } = await look(drawing, 1);
  expect(view.blocks).toEqual([]);
  expect(view.evidence.state).toBe('unknown');
  expect(view.warnings[0]).toMatch(/^This request continues from entry #2, which the log has after its answer/);
  const next = await look(drawing, 2);
  expect([next.blocks, next.view.evidence.state]).toEqual(['u1 a1 u2', 'derived']);
});
