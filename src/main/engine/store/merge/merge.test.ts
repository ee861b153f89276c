import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppendInput, Merged, MergePreview } from '../../../../shared/model/native.ts';
import { linesOf } from '../export/walk.ts';
import type { MergeCommand } from '../types.ts';
import { mergeForks, previewMerge } from './merge.ts';
import { anchor, type Bench, bench, command, digests, say } from './testing/workspace.ts';

const parent = [say('a'), say('b'), say('c')];

async function merge(made: Bench, names: readonly string[], more: Partial<MergeCommand> = {}, fork: string | null = null): Promise<Merged> {
  const tape = made.open(fork);
  try {
    return await mergeForks(tape, command(names, more));
  } finally {
    tape.close();
  }
}

async function preview(
  made: Bench,
  names: readonly string[],
  more: Partial<MergeCommand> = {},
  fork: string | null = null,
): Promise<MergePreview> {
  const tape = made.open(fork);
  try {
    return await previewMerge(tape, command(names, more));
  } finally {
    tape.close();
  }
}

const lines = (made: Bench): string[] => made.on(null, (tape) => [...linesOf(tape, 1, tape.head())]);

const gate = (code: string, timeoutMs = 300_000) => ({ words: [process.execPath, '-e', code], timeoutMs });

describe('a merge', () => {
  it('appends what the fork has of its own, says where it comes from, and closes the fork', async () => {
    const made = bench(parent);
    made.fork('one', 3, [say('d', { meta: { run_id: 'r', from: 'mine' } }), say('e', { corrects: 4 }), say('f', { corrects: 2 })]);
    const before = lines(made);
    const merged = await merge(made, ['one']);
    expect(merged).toEqual({ event: 9, ids: [6, 7, 8], duplicates: 0, conflicts: 0, verdict: null });
    const after = lines(made);
    expect(after.slice(0, before.length)).toEqual(before);
    const [d, e, f, event] = made.on(null, (tape) => tape.entries({ ids: [6, 9] }));
    expect(d).toMatchObject({ payload: { content: 'd' }, meta: { run_id: 'r', from: { fork: 'one', id: 4, before: 'mine' } } });
    expect(e).toMatchObject({ corrects: 6, meta: { from: { fork: 'one', id: 5 } } });
    expect(f).toMatchObject({ corrects: 2 });
    expect(d?.at).toBe(made.on('one', (fork) => fork.entry(4)?.at));
    const [row] = made.on(null, (tape) => tape.forks());
    expect(row).toMatchObject({ state: 'merged', merged: 9 });
    expect(event?.payload).toEqual({
      name: 'merge',
      data: {
        event: 'merge',
        ts: event?.at,
        join: 'main@6',
        inputs: ['one'],
        gate: null,
        verdict: null,
        reviewer: 'mia',
        order: 'append',
        dedup: 'none',
        on_conflict: 'refuse',
        insights_only: false,
        prefix_sha: { one: row?.prefix },
        entries: { one: [[4, 6, 3]] },
        duplicates: 0,
        duplicate_of: [],
        conflicts: 0,
      },
    });
    expect(() => made.on('one', (fork) => fork.append([say('late')]))).toThrow(expect.objectContaining({ code: 'refused' }));
    await expect(merge(made, ['one'])).rejects.toThrow('merged already, by entry 9');
  });

  it('keeps payloads byte for byte, and times', async () => {
    const odd: AppendInput = {
      kind: 'odd',
      payload: { é: '\ud800 \u2028', n: [1e300, 1e-7, -0, Number.MAX_SAFE_INTEGER], '10': 1, '2': {} },
    };
    const made = bench(parent);
    made.fork('one', 4, [odd]);
    const [own] = made.on('one', (fork) => [...linesOf(fork, 5, 5)]);
    await merge(made, ['one']);
    const text = (line: string | undefined) => /"at":.*?,"anchor"|"payload":.*,"meta"/g[Symbol.match](line ?? '');
    expect(text(lines(made)[5])).toEqual(text(own));
  });

  it('keeps numbers that are longer than one can be held', async () => {
    const made = bench(parent);
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
    made.fork('one', 3, [say('d', { payload: { id: rawJSON('12345678901234567890') } })]);
    await merge(made, ['one']);
    expect(lines(made).filter((line) => line.includes('"payload":{"id":12345678901234567890},"meta":{"from":'))).toHaveLength(1);
  });

  it('takes two facts for two that differ only in digits which no number holds', async () => {
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
    const of = (id: string) => say('', { payload: { id: rawJSON(id) } });
    const made = bench(parent);
    made.fork('one', 3, [of('12345678901234567891'), of('12345678901234567890')]);
    made.on(null, (tape) => tape.append([of('12345678901234567890')]));
    expect(await merge(made, ['one'], { dedup: 'digest' })).toMatchObject({ duplicates: 1, ids: [7] });
    expect(lines(made)[6]).toContain('"payload":{"id":12345678901234567891}');
  });

  it('opens the phases that a fork opened, and what follows is filed there', async () => {
    const made = bench(parent);
    made.fork('one', 4, [say('d'), anchor('next', { summary: 's', source_ids: [2, 5] }), say('e')]);
    await merge(made, ['one']);
    made.on(null, (tape) => {
      expect(tape.anchors().map(({ seq, name, id, entries }) => [seq, name, id, entries])).toEqual([
        [1, 'session/start', 1, 6],
        [2, 'next', 7, 3],
      ]);
      expect(tape.entry(7)?.meta).toEqual({ from: { fork: 'one', id: 6, ids: { 5: 6 } } });
      expect(tape.entry(7)?.payload).toMatchObject({ state: { source_ids: [2, 5] } });
    });
    const file = readFileSync(join(made.workspace.folder, 'anchors/002_next/messages.jsonl'), 'utf8');
    expect(file).toContain('"anchor":"next"');
  });

  it('is told by its preview, whoever asks', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('c'), say('x'), anchor('p', { k: 1 })]);
    made.fork('two', 4, [anchor('p', { k: 2 }), say('x')]);
    const how = { order: 'time', dedup: 'digest', onConflict: 'keep-both' } as const;
    const told = await preview(made, ['one', 'two'], how);
    expect(await preview(made, ['one', 'two'], how, 'one')).toEqual(told);
    expect(told).toMatchObject({ head: 6, mergeable: true, verdict: null });
    expect(told.duplicates.map(({ from, id, of }) => [from, id, of])).toEqual([
      ['one', 3, { from: null, id: 4 }],
      ['two', 6, { from: 'one', id: 4 }],
    ]);
    const merged = await merge(made, ['one', 'two'], { ...how, head: told.head }, 'two');
    expect(merged.ids).toEqual(told.order.map(({ newId }) => newId));
    made.on(null, (tape) => {
      for (const item of told.order) {
        expect(tape.entry(item.newId)).toMatchObject({ kind: item.kind, at: item.at });
        expect(tape.entry(item.newId)?.meta.from).toMatchObject({ fork: item.from, id: item.id, ...(item.mark && { mark: item.mark }) });
      }
    });
  });

  it('of a fork without entries closes it', async () => {
    const made = bench(parent);
    made.fork('one', 2);
    expect(await merge(made, ['one'])).toMatchObject({ ids: [], event: 6 });
    expect(made.on(null, (tape) => tape.forks())).toMatchObject([{ state: 'merged' }]);
  });

  it('takes evidence only, and leaves the rest in the fork', async () => {
    const made = bench(parent);
    made.fork('one', 4, [say('prose'), say('evidence'), { kind: 'insight', payload: { text: 'so', source_ids: [6] } }]);
    const told = await preview(made, ['one'], { insightsOnly: true });
    expect(told.left).toEqual([{ from: 'one', id: 5, kind: 'message' }]);
    expect(told.order.map(({ id, mark }) => [id, mark])).toEqual([
      [6, 'source'],
      [7, 'insight'],
    ]);
    await merge(made, ['one'], { insightsOnly: true });
    expect(made.on(null, (tape) => tape.entry(7)?.meta)).toEqual({ from: { fork: 'one', id: 7, mark: 'insight', ids: { 6: 6 } } });
  });

  it('needs forks that are there, each named once', async () => {
    const made = bench(parent);
    made.fork('one', 2);
    await expect(merge(made, ['none'])).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('It has one.') });
    await expect(merge(made, [])).rejects.toMatchObject({ code: 'bad-input' });
    await expect(merge(made, ['one', 'one'])).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('is refused for another head than the one that was looked at', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('x')]);
    const { head } = await preview(made, ['one']);
    made.on(null, (tape) => tape.append([say('late')]));
    const before = digests(made.workspace.folder);
    await expect(merge(made, ['one'], { head })).rejects.toMatchObject({ code: 'refused' });
    expect(digests(made.workspace.folder)).toEqual(before);
  });
});

describe('a gate', () => {
  const union = 'let text = ""; process.stdin.on("data", (d) => (text += d)).on("end", () => { process.stdout.write(text); });';

  it('judges every line of the tape as it would stand', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('x'), anchor('p', { k: 1 }), say('y')]);
    made.fork('two', 3, [say('z')]);
    const file = join(made.workspace.config.root, 'union.jsonl');
    const merged = await merge(made, ['two', 'one'], {
      order: 'time',
      gate: gate(`require('fs').writeFileSync(${JSON.stringify(file)}, require('fs').readFileSync(0))`),
    });
    expect(merged.verdict).toMatchObject({ verdict: 'survives', exit: 0 });
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines(made).slice(0, -1));
    const event = made.on(null, (tape) => tape.entry(merged.event));
    expect(event?.payload).toMatchObject({ data: { verdict: 'survives', gate: merged.verdict?.gate } });
  });

  it('that refutes leaves its verdict on the tape and nothing else, and the fork continues', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('x')]);
    const before = lines(made);
    const merged = await merge(made, ['one'], { gate: gate('console.log("no"); process.exit(4)') });
    expect(merged).toMatchObject({ ids: [], event: 6, verdict: { verdict: 'refuted', exit: 4, output: 'no' } });
    const after = lines(made);
    expect(after.slice(0, -1)).toEqual(before);
    expect(JSON.parse(after.at(-1) ?? '').payload.data).toMatchObject({
      event: 'merge',
      verdict: 'refuted',
      join: null,
      output: 'no',
      entries: { one: [] },
    });
    made.on('one', (fork) => expect(fork.append([say('y')]).ids).toEqual([4]));
    expect(await merge(made, ['one'])).toMatchObject({ ids: [7, 8] });
  });

  it('of a preview says its verdict and appends nothing', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('x')]);
    const before = digests(made.workspace.folder);
    const told = await preview(made, ['one'], { gate: gate(union) });
    expect(told.verdict).toMatchObject({ verdict: 'survives' });
    expect(told.verdict?.output.split('\n')).toHaveLength(6);
    expect(digests(made.workspace.folder)).toEqual(before);
  });

  it('judges again what has grown meanwhile, and gives up after the third time', async () => {
    const made = bench(parent);
    made.fork('one', 2, [say('x')]);
    let rounds = 0;
    const growing = (times: number) => ({
      get words() {
        rounds += 1;
        if (rounds <= times) made.on(rounds % 2 === 0 ? 'one' : null, (tape) => tape.append([say(`late ${rounds}`)]));
        return [process.execPath, '-e', ''];
      },
      timeoutMs: 300_000,
    });
    await expect(merge(made, ['one'], { gate: growing(99) })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('grew 3 times'),
    });
    expect(made.on(null, (tape) => tape.forks())).toMatchObject([{ state: 'open' }]);
    rounds = 0;
    const merged = await merge(made, ['one'], { gate: growing(2) });
    expect(merged.verdict?.verdict).toBe('survives');
    const merges = lines(made).filter((line) => line.includes('"event":"merge"'));
    expect(merges).toHaveLength(1);
  });
});
