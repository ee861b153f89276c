import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StepRow } from '../../../shared/model/index.ts';
import { loadWhole } from '../residency/material.ts';
import { bubTape } from '../testing/bub-script.ts';
import { DRAWINGS } from '../testing/laws/drawings.ts';
import { importDrawn } from '../testing/laws/drawn.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { requestBelow, requestPreceding } from './branch-below.ts';
import { branchSource, requestBefore } from './branch-source.ts';
import { stepsBefore } from './branches.ts';
import { chooseFrom } from './material.ts';
import { type ImportedTape, importFile, importRecords } from './testing/imported.ts';

/** Two processes write to one file in turns, and one of them compacts. */
const TWO_WRITERS = `
  u1 "go" > a1 "one" <- step m1
    u2 "here" > a2 "two" <- step m2
    u3 "there" > a3 "three" <- step m3
  u4 "more here" @a2 > a4 "four" <- step m4
  u5 "more there" @a3 > a5 "five" <- step m5
  b1 boundary auto 900 @a4
    c1 summary "what was done here"
  u6 "still there" @a5 > a6 "six" <- step m6
  u7 "on" @c1 > a7 "seven" <- step m7
`;

const opened = (imported: ImportedTape) => {
  const { store, tape: id } = imported;
  onTestFinished(() => store.close());
  const tape = store.catalog.tape(id);
  const branch = branchSource(store.catalog, tape, store.catalog.anchors(id));
  const rowAt = (seq: number) => {
    const row = branch.row(seq);
    if (row === null) throw new Error(`no entry ${seq}`);
    return row;
  };
  return { ...imported, branch, rowAt, before: (step: number) => requestBefore(branch, branch.step(step))?.step ?? null };
};

/** The newest request on the whole chain above a step, by the selector that every view rests on. */
const onChain = ({ store, tape }: ImportedTape): ((step: StepRow) => number | null) => {
  const { asked, source, rows } = loadWhole(store.catalog, tape, { type: 'full' });
  return (step) => {
    const path = chooseFrom({ ...asked, step }, source).selection.trail?.path ?? [];
    const requests = path.flatMap((seq) => {
      const { step: at, role = null } = rows[seq - 1] ?? {};
      const found = at == null || role !== 'assistant' || at === step.step ? null : source.step(at);
      return found && !found.synthetic && found.sidechain === step.sidechain ? [found.step] : [];
    });
    return requests.at(-1) ?? null;
  };
};

describe('the request before', () => {
  it('is the one on the same branch, where two processes write to one file', async () => {
    const { before, view, branch, rowAt, rim, tape } = opened(importRecords(claudeTree(TWO_WRITERS)));
    expect([1, 2, 3, 4, 5, 6, 7].map(before)).toEqual([null, 1, 1, 2, 3, 5, 4]);
    expect((await view(4)).since).toEqual({ step: 2, added: 2, gone: 0 });
    const since = async (after: number) => (await assemble(rim, tape, { after }, { type: 'as-recorded' })).since?.step;
    expect([await since(8), await since(9), await since(13), await since(16)]).toEqual([4, 3, 5, 7]);
    const boundary = rowAt(11);
    expect(requestPreceding(branch, boundary)).toMatchObject({ before: { step: 4 }, guessed: false });
    expect(requestBelow(branch, boundary)).toMatchObject({ step: 7 });
  });

  it('is none where a conversation begins again; what was asked last is then called a guess', () => {
    const { before, branch, rowAt } = opened(importRecords(claudeTree('u1 "go" > a1 "one" <- step m1\nu2 "new" @- > a2 "two" <- step m2')));
    expect(before(2)).toBeNull();
    expect(requestPreceding(branch, rowAt(3))).toMatchObject({ before: { step: 1 }, guessed: true });
  });

  it('is the one of the same sub-agent within a file', () => {
    const { before } = opened(
      importRecords(
        claudeTree(`
          u1 "go" > a1 call Task t1 <- step m1
          z1 "look" side > a11 "one" <- step m2
          z3 "look there" side > a12 "two" <- step m3
          z2 "more" @a11 side > a13 "three" <- step m4
          r1 t1 @a1 > a2 "done" <- step m5
        `),
      ),
    );
    expect([2, 3, 4, 5].map(before)).toEqual([null, null, 2, 1]);
  });

  it('is the one written before in a list', () => {
    const { before } = opened(
      importRecords(
        bubTape(`
          anchor session/start {"owner":"human"}
          user "a" <- run r1
          assistant "b" <- run r1
          user "c" <- run r2
          assistant "d" <- run r2
        `),
      ),
    );
    expect([1, 2].map(before)).toEqual([null, 1]);
  });

  it.each(['gemini', 'opencode', 'copilot'] as const)('is the one written before in a list of %s, whose entries have ids', (format) => {
    const used = { input: 900, output: 40 };
    const turn = (prompt: string) => ({ prompt, calls: [], answer: `${prompt}, done`, used, summary: null, strange: null });
    const { tape: id, store } = importDrawn(DRAWINGS[format], DRAWINGS[format].write([turn('fix it'), turn('build it'), turn('ship it')]));
    onTestFinished(() => store.close());
    const tape = store.catalog.tape(id);
    const branch = branchSource(store.catalog, tape, store.catalog.anchors(id));
    expect([1, 2, 3].map((step) => requestBefore(branch, branch.step(step))?.step ?? null)).toEqual([null, 1, 2]);
    const prompt = branch.entries(1, branch.step(3).first).findLast(({ role }) => role === 'user');
    if (prompt === undefined) throw new Error('no prompt');
    expect(requestPreceding(branch, prompt)).toMatchObject({ before: { step: 2 }, guessed: false });
    expect(requestBelow(branch, prompt)).toMatchObject({ step: 3 });
  });

  it('is the newest on the chain of the step, in any drawn session', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('u', 'a', 'a', 'b'), fc.nat(40)), { minLength: 1, maxLength: 18 }), (drawn) => {
        const names = ['u0'];
        const lines = ['u0 "begin"'];
        for (const [at, [what, back]] of drawn.entries()) {
          const tip = names[names.length - 1 - (back % Math.min(3, names.length))] ?? 'u0';
          if (what === 'a') lines.push(`a${at} "answer" @${tip} <- step m${at}`);
          else if (what === 'b') lines.push(`b${at} boundary auto 9 @${tip}`, `c${at} summary "so far" @b${at}`);
          else lines.push(`u${at + 1} "prompt" @${tip}`);
          names.push(what === 'a' ? `a${at}` : what === 'b' ? `c${at}` : `u${at + 1}`);
        }
        const imported = importRecords(claudeTree(lines.join('\n')));
        try {
          const tape = imported.store.catalog.tape(imported.tape);
          const branch = branchSource(imported.store.catalog, tape, imported.store.catalog.anchors(tape.id));
          const expected = onChain(imported);
          const all = stepsBefore(imported.store.catalog, branch);
          for (let step = 1; step <= tape.steps; step++) {
            const before = requestBefore(branch, branch.step(step))?.step ?? null;
            expect(before).toBe(expected(branch.step(step)));
            expect(all[step - 1]).toBe(before ?? 0);
          }
        } finally {
          imported.store.close();
        }
      }),
      { numRuns: 60 },
    );
  });
});

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files =
  corpus === '' ? [] : globSync(['claude-code/*.jsonl', 'claude-code-trees/**/*.jsonl', 'cleared/*.jsonl'], { cwd: corpus }).sort();

describe.skipIf(corpus === '')('the request before in real logs (TAPESCOPE_CORPUS)', () => {
  it('is the newest on the chain of the step', () => {
    let looked = 0;
    for (const name of files.filter((_, at) => at % 3 === 0)) {
      const imported = importFile(join(corpus, name));
      const tape = imported.store.catalog.tape(imported.tape);
      const branch = branchSource(imported.store.catalog, tape, imported.store.catalog.anchors(tape.id));
      const expected = onChain(imported);
      const all = stepsBefore(imported.store.catalog, branch);
      for (const [at, before] of all.entries())
        if (before >= 0) expect([name, at + 1, before]).toEqual([name, at + 1, requestBefore(branch, branch.step(at + 1))?.step ?? 0]);
      for (let number = 1; number <= tape.steps; number += 7) {
        const step = branch.step(number);
        expect([name, number, requestBefore(branch, step)?.step ?? null]).toEqual([name, number, expected(step)]);
        looked += 1;
      }
      imported.store.close();
    }
    expect(looked).toBeGreaterThan(100);
  });
});
