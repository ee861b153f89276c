import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/rpc/contract.ts';
import { createToldJob } from '../jobs/job-progress.ts';
import { openEngine } from '../open.ts';
import { createResidencyService, type Far } from '../residency/service.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { createResidencyThread, farWords, residencyMethods } from './methods.ts';

const DRAWN = 'u1 "go" > a1 "ok" <- step m1 usage 900 40 100 0\n  u2 "left" > a2 "fine" <- step m2\n  u3 "right" > a3 "done" <- step m3';
const SIGNAL = { signal: new AbortController().signal };

const imported = async () => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  const { tapes } = await engine.ingest.open([writeTape(claudeTree(DRAWN))], { text: false });
  return { engine, handlers, tape: tapes[0] ?? '' };
};

describe('residency.get', () => {
  it('answers in the shape of the contract, the same from a thread', async () => {
    const { engine, handlers, tape } = await imported();
    const input = contract['residency.get'].input.parse({ tape });
    const here = await handlers['residency.get'](input, SIGNAL);
    expect(contract['residency.get'].output.parse(here)).toEqual(here);
    expect(here.recorded[0]).toBe(1000);
    expect(here.cached[0]).toBe(100);
    const far = residencyMethods({ catalog: engine.catalog, ingest: engine.ingest, options: { ...engine.options, host: 'desktop' } });
    expect(await far['residency.get'](input, SIGNAL)).toEqual(here);
    await engine.close();
  });

  it('knows no anchor that comes before no step', async () => {
    const { engine, handlers, tape } = await imported();
    const input = contract['residency.get'].input.parse({ tape, policy: 'from-anchor:nowhere' });
    await expect(Promise.resolve().then(() => handlers['residency.get'](input, SIGNAL))).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });
});

it('an answer weighs what its view says where its thinking is not shown again: what that took is not put on the words', async () => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  const drawing = `
    u1 "the lamp is dark" > a1 think "hm" <- step m1 usage 900 4000 100 0 > a2 "light it" <- step m1 usage 900 4000 100 0
    u2 "and now?" @a2 > a3 "it burns" <- step m2 usage 950 10 100 0 version 2.1.40
  `;
  const { tapes } = await engine.ingest.open([writeTape(claudeTree(drawing))]);
  const tape = tapes[0] ?? '';
  const { estimated } = await handlers['residency.get']({ tape, policy: 'as-recorded', by: 'entry' }, SIGNAL);
  const { tokens, blocks } = await handlers['views.assemble']({ tape, step: 2, policy: 'as-recorded' }, SIGNAL);
  expect(blocks.flatMap(({ entries }) => entries)).toEqual([1, 3, 4]);
  expect(tokens.estimated).toBeLessThan(100);
  expect(estimated[1]).toBe(tokens.estimated);
  await engine.close();
});

describe('policies that bring entries from elsewhere', () => {
  it('are followed as the views of all steps say', async () => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    const drawing = `
      u1 "the lamp is dark" > a1 call Read t1 <- step m1 > r1 t1 "a wick" > a2 "ok" <- step m2 > u2 "the gate" > a3 "fine" <- step m3
        b1 boundary auto 900 > c1 summary "so far; see line 3" > u3 "the lamp again" > a4 "yes" <- step m4 > u4 "on" > a5 "ok" <- step m5
    `;
    const { tapes } = await engine.ingest.open([writeTape(claudeTree(drawing))]);
    await engine.ingest.idle();
    const tape = tapes[0] ?? '';
    for (const policy of ['summary', 'memory:lamp wick', 'compact:40'] as const) {
      const { steps, seq, from, to, estimated, notes } = await handlers['residency.get']({ tape, policy, by: 'entry' }, SIGNAL);
      expect([...steps]).toEqual([1, 2, 3, 4, 5]);
      expect(notes).toEqual([]);
      for (const [at, step] of steps.entries()) {
        const { blocks } = await handlers['views.assemble']({ tape, step, policy }, SIGNAL);
        const held = [...seq].filter((_, stay) => (from[stay] ?? 0) <= at && at <= (to[stay] ?? 0));
        expect(
          held.sort((a, b) => a - b),
          `${policy} ${step}`,
        ).toEqual(blocks.flatMap(({ entries }) => entries).sort((a, b) => a - b));
        expect(estimated[at]).toBe(blocks.reduce((sum, { tokens }) => sum + tokens.value, 0));
      }
      // The lamp comes back in a later phase, and the wick with it.
      if (policy.startsWith('memory')) expect([1, 3].map((one) => [...seq].filter((other) => other === one).length)).toEqual([1, 1]);
    }
    await engine.close();
  });

  it('are weighed as the views are, counted where the tokenizer of the model is public', async () => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    const ran = '{"status":"ok","model":"gpt-5","provider":"openai","usage":{"prompt_tokens":70,"completion_tokens":2}}';
    const drawn = bubTape(`
      anchor session/start {"owner":"human"}
      user "the harbour is dark" <- run r1
      assistant "${'a lamp for the harbour '.repeat(9)}" <- run r1
      event run ${ran} <- run r1
      user "a lamp" <- run r2
      assistant "it burns" <- run r2
      event run ${ran} <- run r2
      user "and now?" <- run r3
      assistant "dark" <- run r3
      event run ${ran} <- run r3
    `);
    const { tapes } = await engine.ingest.open([writeFile(tempFolder(), '0123456789abcdef__0123456789abcdef.jsonl', drawn)]);
    const tape = tapes[0] ?? '';
    for (const policy of ['as-recorded', 'compact:24'] as const) {
      const told = await handlers['residency.get']({ tape, policy, by: 'tool' }, SIGNAL);
      expect(told.tokenizer).toBe('o200k_base');
      expect(told.costly.every(({ exact }) => exact)).toBe(true);
      expect(told.steps.length).toBe(3);
      expect(told.groups?.rows.every(({ exact }) => exact)).toBe(true);
      for (const [at, step] of told.steps.entries()) {
        const { tokens, blocks } = await handlers['views.assemble']({ tape, step, policy }, SIGNAL);
        expect([told.counted[at], told.estimated[at]], `${policy} ${step}`).toEqual([tokens.counted, tokens.estimated]);
        const held = [...told.seq].filter((_, stay) => (told.from[stay] ?? 0) <= at && at <= (told.to[stay] ?? 0));
        expect(held.sort((a, b) => a - b)).toEqual(blocks.flatMap(({ entries }) => entries).sort((a, b) => a - b));
      }
    }
    await engine.close();
  });

  it('say what the memory could not do', async () => {
    const { engine, handlers, tape } = await imported();
    const { notes } = await handlers['residency.get']({ tape, policy: 'memory:left', by: 'entry' }, SIGNAL);
    expect(notes).toEqual([expect.stringMatching(/index/)]);
    await engine.close();
  });
});

describe('long work', () => {
  it('is a job that tells how far it is, and that a person may cancel', async () => {
    const { engine, tape } = await imported();
    const row = engine.catalog.tape(tape);
    const job = createToldJob(engine.ingest, { phase: 'residency', tape }, SIGNAL.signal);
    const progress = (far: Far): void => job.progress(farWords(row, far));
    progress({ doing: 'follow', done: 1, of: 3 });
    const told = () => engine.ingest.jobs().find(({ phase }) => phase === 'residency');
    expect(told()).toMatchObject({ unit: 'steps', done: 1, total: 3, state: 'running', tape });
    expect(job.signal.aborted).toBe(false);
    engine.ingest.cancel(told()?.id ?? '');
    expect(job.signal.aborted).toBe(true);
    await expect(
      createResidencyService(engine.catalog).answer({ tape, policy: 'full', by: 'entry' }, { signal: job.signal, progress }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
    job.end();
    expect(told()?.state).toBe('cancelled');
    await engine.close();
  });

  it('is called what it is: tokens are counted before contexts are followed, and files looked for after that', async () => {
    const { engine, tape } = await imported();
    const job = createToldJob(engine.ingest, { phase: 'residency', tape }, SIGNAL.signal);
    const row = engine.catalog.tape(tape);
    for (const doing of ['count', 'follow', 'files'] as const) job.progress(farWords(row, { doing, done: 1, of: 2 }));
    job.end();
    const told = engine.ingest.jobs().filter(({ phase }) => phase === 'residency');
    expect(told.map(({ title, unit, state }) => `${title.split(' ')[0]} ${unit} ${state}`)).toEqual([
      'Counting entries done',
      'Following steps done',
      'Looking entries done',
    ]);
    await engine.close();
  });

  it('stops in its thread too when nobody waits for it any more, and the thread continues with the next', async () => {
    const { engine, tape } = await imported();
    const thread = createResidencyThread(engine.options.home);
    const query = { tape, policy: 'full', by: 'entry' } as const;
    await expect(thread.ask(query, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(await thread.ask(query)).toMatchObject({ steps: Uint32Array.of(1, 3) });
    await engine.close();
  });
});

describe('rows', () => {
  const rowsBy = async (by: 'phase' | 'file' | 'tool') => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    const file = { name: 'Edit', input: { file_path: '/src/tide.ts', new_string: 'x' } };
    const calls = (name: string, id: string, input: object) =>
      JSON.stringify({
        message: { id: `m-${id}`, role: 'assistant', model: 'claude-x', content: [{ type: 'tool_use', id, name, input }], usage: null },
      });
    const { tapes } = await engine.ingest.open(
      [
        writeTape(
          claudeTree(`
            u1 "go" > a1 call Read t1 ${calls('Read', 't1', { file_path: '/src/tide.ts' })} > r1 t1 "text" > a2 call Edit t2 ${calls(file.name, 't2', file.input)} > r2 t2 "done" > a3 call Bash t3 > r3 t3 "ok" > a4 "fine" <- step m4
              b1 boundary auto 900 > c1 summary "so far" > u2 "on" > a5 "ok" <- step m5
          `),
        ),
      ],
      { text: false },
    );
    const answer = await handlers['residency.get']({ tape: tapes[0] ?? '', policy: 'as-recorded', by }, SIGNAL);
    expect(contract['residency.get'].output.parse(answer)).toEqual(answer);
    await engine.close();
    expect(answer.costly.find(({ seq }) => seq === 3)).toMatchObject({ kind: 'tool_result', call: 2 });
    expect(answer.costly.find(({ seq }) => seq === 1)).toMatchObject({ kind: 'message', role: 'user', call: null });
    const groups = answer.groups;
    if (groups === null) throw new Error('no groups');
    expect(groups.rows.reduce((sum, row) => sum + row.entries, 0)).toBe(new Set(answer.seq).size);
    expect(groups.rows.reduce((sum, row) => sum + row.cost, 0)).toBe(answer.cost);
    return groups;
  };

  it('stand for files, with what was called and what came back', async () => {
    const { rows } = await rowsBy('file');
    expect(rows.map(({ name, rest, written, entries }) => ({ name, rest, written, entries }))).toEqual([
      { name: '/src/tide.ts', rest: false, written: true, entries: 4 },
      { name: 'no file', rest: true, written: false, entries: 5 },
    ]);
  });

  it('stand for tools', async () => {
    const { rows } = await rowsBy('tool');
    expect(rows.map(({ name }) => name).sort()).toEqual(['Bash', 'Edit', 'Read', 'no tool']);
    expect(rows.at(-1)?.name).toBe('no tool');
  });

  it('stand for phases in their order, each with the steps that saw it', async () => {
    const { rows } = await rowsBy('phase');
    expect(rows.map(({ name, steps }) => [name, steps])).toEqual([
      ['session/start', 4],
      ['compaction 1 · auto', 1],
    ]);
  });
});

describe('residency.entry', () => {
  it('tells when an entry came, when it left, and why; of one that only another branch had, on that branch', async () => {
    const { engine, handlers, tape } = await imported();
    const ask = (seq: number) => handlers['residency.entry']({ tape, seq, policy: 'as-recorded' }, SIGNAL);
    expect(await ask(3)).toEqual({ stays: [{ from: 2, to: 2, left: null }], other: true });
    expect(await ask(1)).toEqual({ stays: [{ from: 1, to: 3, left: null }] });
    await expect(ask(99)).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });
});

describe('what an agent program made in a file of its own', () => {
  const SESSION = '11111111-2222-4333-8444-555555555555';

  it.each([
    ['warmup', 'fff1111', 'Warmup'],
    ['compaction-copy', 'acompact-fff1111', 'copy'],
  ])('is the context of its own requests: %s', async (relation, id, prompt) => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    const records = claudeTree(`z1 "${prompt}" side > a1 "here" <- step m1 usage 900 40 100 0`, { session: SESSION });
    const lines = jsonl(records.map((record) => ({ ...record, agentId: id })));
    const file = writeFile(tempFolder(), `${SESSION}/subagents/agent-${id}.jsonl`, lines);
    const [tape = ''] = (await engine.ingest.open([file], { text: false })).tapes;
    expect(engine.catalog.tape(tape).relation).toBe(relation);
    const { steps } = await handlers['residency.get'](contract['residency.get'].input.parse({ tape }), SIGNAL);
    expect([...steps]).toEqual([1]);
    const why = await handlers['views.why'](contract['views.why'].input.parse({ tape, seq: 1 }), SIGNAL);
    expect(why.items[0]).toMatchObject({ in: [[1, 1]], now: true });
    await engine.close();
  });
});
