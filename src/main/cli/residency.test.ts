import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { barOf, curveOf } from './commands/residency.ts';
import { openShell } from './testing/shell.ts';

const DRAWN = `
  u1 "go" > a1 call Read t1 <- step m1 usage 900 40 100 0 > r1 t1 "${'text '.repeat(80)}" > a2 "ok" <- step m2 usage 250 9 1000 0
    b1 boundary auto 900 > c1 summary "so far" > u2 "on" > a3 "done" <- step m3 usage 300 9 0 0
`;

const furnished = () => {
  const shell = openShell();
  const file = join(shell.home, 'session.jsonl');
  writeFileSync(file, jsonl(claudeTree(DRAWN)));
  return { shell, file };
};

describe('tape residency', () => {
  it('prints the costliest rows with their stays, the cuts and the ledger', async () => {
    const { shell, file } = furnished();
    const { out, code } = await shell.tape('residency', file, '--limit', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/COST +TOKENS +STEPS +IN CONTEXT +LEFT +ENTRY +WHAT/);
    expect(out).toMatch(/·█· +3 compacted +#3 +result Read$/m);
    expect(out).toContain('more; use --limit to show them.');
    expect(out).toMatch(/before step 3 {2}compaction 1/);
    expect(out).toContain('  ▇█▂  recorded input by step');
    expect(out).toContain('=2.5k recorded input: 1.1k cached (43 %), 1.4k new');
  });

  it('tells the same to programs, with every stay and the reason it ended', async () => {
    const { shell, file } = furnished();
    const { out } = await shell.tape('residency', file, '--json');
    const told = JSON.parse(out);
    expect(told).toMatchObject({ policy: 'as-recorded', by: 'entry', every: 1, steps: [1, 2, 3], cuts: [{ step: 3 }] });
    expect(told.ledger).toMatchObject({ steps: 3, recorded: 2550, cached: 1100, new: 1450, largest: 1250, limit: 200_000 });
    expect(told.ledgers).toMatchObject([
      { step: 1, recorded: 1000, cached: 100, new: 900, counted: 0 },
      { step: 2, recorded: 1250, cached: 1000, new: 250 },
      { step: 3, recorded: 300, cached: 0, new: 300 },
    ]);
    for (const { recorded, counted, estimated, unaccounted } of told.ledgers) expect(counted + estimated + unaccounted).toBe(recorded);
    const first = told.rows.find(({ entry }: { entry: number }) => entry === 1);
    expect(first).toMatchObject({ steps: 2, stays: [{ from: 1, to: 2, left: { step: 3, reason: 'compacted' } }] });
    expect(told.rows[0]).not.toHaveProperty('bar');
    expect(first.name).toBe('user go');
  });

  it('follows the branch of a step, and says that there are others', async () => {
    const shell = openShell();
    const file = join(shell.home, 'branched.jsonl');
    const drawn = `
      u1 "go" > a1 "ok" <- step m1
        u2 "the left road" > a2 "fine" <- step m2
        u3 "the right road" > a3 "done" <- step m3 > u4 "on" > a4 "ok" <- step m4
    `;
    writeFileSync(file, jsonl(claudeTree(drawn)));
    const { out } = await shell.tape('residency', file);
    expect(out).toMatch(/Other branches this one ends at step 4; tape residency [\da-f]+@STEP shows that of a step/);
    expect(out).toMatch(/@2 {2}left at step 1, 1 step {2}user the left road/);
    const told = async (name: string) => JSON.parse((await shell.tape('residency', name, '--json')).out);
    expect(await told(file)).toMatchObject({ steps: [1, 3, 4], otherBranches: [{ branch: 1, from: 1, first: 2, last: 2, steps: 1 }] });
    expect(await told(`${file}@2`)).toMatchObject({ steps: [1, 2], otherBranches: [{ branch: 0, from: 1, first: 3, last: 4, steps: 2 }] });
  });

  it('has what each size is made of next to the steps, branch by branch', async () => {
    const shell = openShell();
    const file = join(shell.home, 'sized.jsonl');
    const drawn = `
      u1 "go" > a1 "ok" <- step m1 usage 900 40 100 0
        u2 "the left road" > a2 "fine" <- step m2 usage 1000 40 100 0
        u3 "the right road" > a3 "done" <- step m3 usage 4000 40 100 0
    `;
    writeFileSync(file, jsonl(claudeTree(drawn)));
    const { items } = JSON.parse((await shell.tape('steps', file, '--json')).out);
    const made = items.map(({ step, base, events }: { step: number; base: number; events: number }) => ({ step, base, events }));
    const ledgers = async (at: string) => JSON.parse((await shell.tape('residency', `${file}${at}`, '--json')).out).ledgers;
    const [first, last] = await ledgers('@3');
    expect(made).toEqual([first, (await ledgers('@2'))[1], last].map(({ step, base, events }) => ({ step, base, events })));
    expect(made[0].base).toBeGreaterThan(900);
    expect(made[2].events).toBeGreaterThan(2500);
    const { out } = await shell.tape('steps', file);
    expect(out).toMatch(/CONTEXT +CACHED +BASE +EVENTS +OUTPUT/);
    expect((await shell.tape('residency', file, '--json')).out).toContain('"type":');
  });

  it('puts rows together by tool, by file and by phase', async () => {
    const { shell, file } = furnished();
    const names = async (by: string): Promise<string[]> =>
      JSON.parse((await shell.tape('residency', file, '--by', by, '--json')).out).rows.map(({ name }: { name: string }) => name);
    expect(await names('tool')).toEqual(['Read', 'no tool']);
    expect(await names('file')).toEqual(['no file']);
    expect(await names('phase')).toEqual(['session/start', 'compaction 1 · auto']);
  });

  it('says which files were read again while an older read was still in context, until a compaction', async () => {
    const shell = openShell();
    const file = join(shell.home, 'again.jsonl');
    const call = (name: string, id: string) => {
      const content = [{ type: 'tool_use', id, name, input: { file_path: '/src/tide.ts' } }];
      return `call ${name} ${id} ${JSON.stringify({ message: { id: `m-${id}`, role: 'assistant', model: 'claude-x', content, usage: null } })}`;
    };
    const drawn = `
      u1 "go" > a1 ${call('Read', 't1')} > r1 t1 "${'text '.repeat(80)}" > a2 ${call('Edit', 't2')} > r2 t2 "done" > a3 ${call('Read', 't3')} > r3 t3 "text" > a4 "ok" <- step m4
        b1 boundary auto 900 > c1 summary "so far" > u2 "on" > a5 "done" <- step m5
    `;
    writeFileSync(file, jsonl(claudeTree(drawn)));
    const told = async (...given: string[]) => JSON.parse((await shell.tape('residency', file, '--json', ...given)).out);
    const { rows, ledgers } = await told('--by', 'file');
    const entries = await told();
    const view = JSON.parse((await shell.tape('view', `${file}@4`, '--json')).out);
    const older = view.blocks.find((block: { entries: number[] }) => block.entries[0] === 3).tokens.value;
    expect(rows.map(({ name, reads }: { name: string; reads?: number }) => [name, reads])).toEqual([
      ['/src/tide.ts', 2],
      ['no file', undefined],
    ]);
    expect(ledgers.map(({ step, twice }: { step: number; twice: object }) => [step, twice])).toEqual([
      ...[1, 2, 3].map((step) => [step, { files: 0, tokens: 0 }]),
      [4, { files: 1, tokens: older }],
      [5, { files: 0, tokens: 0 }],
    ]);
    expect(entries.ledgers[0]).not.toHaveProperty('twice');
    const { out } = await shell.tape('residency', file, '--by', 'file');
    expect(out).toMatch(/tide\.ts \(2 reads at once/);
    expect(out).toMatch(/1 file held twice at step 4: the older reads are ~\d+, the most of all steps/);
  });

  it('follows what brings entries from elsewhere, and asks a memory that was indexed for it', async () => {
    const { shell, file } = furnished();
    const staysOf = async (policy: string): Promise<unknown> => {
      const { rows } = JSON.parse((await shell.tape('residency', file, '--policy', policy, '--json')).out);
      return rows.find(({ entry }: { entry: number }) => entry === 3)?.stays;
    };
    expect(await staysOf('summary')).toEqual([{ from: 2, to: 2, left: { step: 3, reason: 'before-anchor' } }]);
    expect(await staysOf('memory:text')).toEqual([{ from: 2, to: 3, left: null }]);
  });

  it('says what is unaccounted of the context that was sent alone', async () => {
    const { shell, file } = furnished();
    expect((await shell.tape('residency', file)).out).toMatch(/estimated in context, 2\.3k unaccounted/);
    expect((await shell.tape('residency', file, '--policy', 'full')).out).toMatch(/estimated in context under full; recorded as sent/);
    const { ledger, ledgers } = JSON.parse((await shell.tape('residency', file, '--policy', 'full', '--json')).out);
    expect([ledger.unaccounted, ledgers[0].unaccounted]).toEqual([null, null]);
  });

  it('refuses what it does not know', async () => {
    const { shell, file } = furnished();
    expect((await shell.tape('residency', file, '--by', 'colour')).code).toBe(2);
    expect((await shell.tape('residency', file, '--limit', '0')).code).toBe(2);
  });
});

it('draws a curve over all steps, and nothing where no size is known', () => {
  expect(curveOf(Float64Array.of(1, 4, Number.NaN, 8))).toBe('▂▅ █');
  expect(curveOf(new Float64Array(1000).fill(3))).toBe('█'.repeat(48));
  expect(curveOf(new Float64Array(2))).toBe('▁▁');
});

it('draws a bar over all steps, the darker the heavier', () => {
  expect(barOf([{ from: 1, to: 2, weight: 1 }], 4)).toBe('·██·');
  expect(
    barOf(
      [
        { from: 0, to: 0, weight: 0.1 },
        { from: 3, to: 3, weight: 0.6 },
      ],
      4,
    ),
  ).toBe('░··▓');
  expect(barOf([{ from: 0, to: 99, weight: 1 }], 100)).toHaveLength(24);
});
