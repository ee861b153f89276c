import { describe, expect, it } from 'vitest';
import { look } from '../../views/testing/look.ts';

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

  it('lost results next to the chain, and their calls, where the recorded size fell', async () => {
    const { view, blocks } = await look(drawn('1500 5 0 0', '2.1.59'), 3);
    expect(blocks).toBe('u1 a2 r2 a3 u2');
    expect(view.warnings[0]).toMatch(/^The agent resumed from its file at line 7 and lost results of parallel calls/);
  });

  it('lost none where the recorded size kept growing', async () => {
    expect((await look(drawn('3500 5 0 0', '2.1.59'), 3)).blocks).toBe('u1 a1 a2 r2 r1 a3 u2');
  });

  it('is none of a version that finds them again', async () => {
    expect((await look(drawn('1500 5 0 0', '2.1.112'), 3)).blocks).toBe('u1 a1 a2 r2 r1 a3 u2');
  });
});

describe('what a resume leaves behind', () => {
  it('is a call without a result, once the conversation continues', async () => {
    const drawing = `
      u1 "go" > a1 call Read t1 <- step m1
      r1 t1 "text" @a1
      a2 call Bash t2 @a1 <- step m1
      u2 "go on" @r1 > a3 "on" <- step m2
      `;
    expect((await look(drawing, 2)).blocks).toBe('u1 a1 r1 u2');
  });

  it('is a message that was written again on another branch', async () => {
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

describe('a resume of a file that lacks a parent', () => {
  const read = `u1 "read the book" > a1 call Read t1 <- step m1 usage 900 40 0 0 > r1 t1 "${'x'.repeat(5600)}"`;
  const end = 'a2 "first ends" <- step m2 usage 3000 20 0 0';
  const run = 'a3 call Bash t2 <- step m3 usage 3050 30 0 0';
  const last = (usage: string, version: string): string =>
    `a4 "second ends" <- step m4 usage 3150 20 0 0 > u3 "third" > a5 "third ends" <- step m5 ${usage} version ${version}`;
  /** A session in which one line was never written; it is started again for the third prompt. */
  const without = {
    'an answer': (tail: string) => `${read}\nu2 "second" @gone > ${run} > r2 t2 "single" > ${tail}`,
    'a prompt': (tail: string) => `${read} > ${end}\n${run.replace('t2', 't2 @gone')} > r2 t2 "single" > ${tail}`,
    'a call': (tail: string) => `${read} > ${end} > u2 "second"\nr2 t2 "single" @gone > ${tail}`,
    'a result': (tail: string) => `${read} > ${end} > u2 "second" > ${run}\n${tail.replace('ends"', 'ends" @gone')}`,
  };
  const at = async (line: keyof typeof without, usage: string, version: string, step?: number) => {
    const drawing = without[line](last(usage, version));
    return look(drawing, step ?? drawing.split('<- step').length - 1);
  };

  // As the real program of these versions did when it was started again from such a file, but for the sizes.
  it.each(['2.0.76', '2.1.59', '2.1.98', '2.1.104'])('ends at the line without a parent in %s', async (version) => {
    const usage = 'usage 800 5 0 0';
    expect((await at('an answer', usage, version)).blocks).toBe('u2 a3 r2 a4 u3');
    expect((await at('a prompt', usage, version)).blocks).toBe('a3 r2 a4 u3');
    expect((await at('a call', usage, version)).blocks).toBe('r2 a4 u3');
    expect((await at('a result', usage, version)).blocks).toBe('a4 u3');
  });

  it.each(['2.1.105', '2.1.112', '2.1.219', '2.1.285', '2.1.330'])('continues from the line before it in %s', async (version) => {
    const usage = 'usage 800 5 0 0';
    expect((await at('an answer', usage, version)).blocks).toBe('u1 a1 r1 u2 a3 r2 a4 u3');
    expect((await at('a prompt', usage, version)).blocks).toBe('u1 a1 r1 a2 a3 r2 a4 u3');
    expect((await at('a call', usage, version)).blocks).toBe('u1 a1 r1 a2 u2 a4 u3');
    expect((await at('a result', usage, version)).blocks).toBe('u1 a1 r1 a2 u2 a4 u3');
    expect((await at('an answer', usage, version)).view.evidence.state).toBe('derived');
  });

  it('says so, with what speaks for it', async () => {
    const { view, omitted } = await at('an answer', 'usage 800 5 0 0', '2.0.76');
    expect(omitted).toEqual(['other-branch: u1 a1 r1 @0']);
    expect(view.omissions[0]?.note).toBe('before line 4, at which the agent stopped when it resumed');
    expect(view.warnings[0]).toMatch(
      /^The agent resumed from its file at line 8 and stopped at line 4: its parent \S+ is not in this file\. What came before is not in this context; the recorded size is about 2,\d{3} tokens too small for it\.$/,
    );
    expect(view.evidence).toMatchObject({ state: 'inferred' });
    expect(view.tokens).toMatchObject({ base: 800 - view.tokens.estimated - view.tokens.counted });
  });

  it('is none where the recorded size kept growing: the agent was never stopped', async () => {
    const { view, blocks } = await at('an answer', 'usage 3200 5 0 0', '2.0.76');
    expect(blocks).toBe('u1 a1 r1 u2 a3 r2 a4 u3');
    expect(view.evidence).toMatchObject({ state: 'inferred' });
    expect(view.warnings[0]).toMatch(/The recorded sizes show that the agent still had what came before\.$/);
    // The request before the resume is judged by the sizes around its own prompt.
    expect((await at('an answer', 'usage 800 5 0 0', '2.0.76', 3)).blocks).toBe('u1 a1 r1 u2 a3 r2');
  });

  it('is not known where no size is recorded', async () => {
    const { view, blocks } = await at('an answer', '', '2.0.76');
    expect(blocks).toBe('u1 a1 r1 u2 a3 r2 a4 u3');
    expect(view.evidence).toMatchObject({ state: 'unknown' });
  });
});
