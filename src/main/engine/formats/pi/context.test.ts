import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { createCatalog } from '../../catalog/read.ts';
import { openDatabase } from '../../database/schema.ts';
import { detailOf } from '../../entries/detail.ts';
import { relate } from '../../families/relate.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { tempFolder } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { sentOf } from '../../views/methods.ts';
import { type ImportedTape, importRecords } from '../../views/testing/imported.ts';
import { formatById } from '../index.ts';
import type { JsonObject } from '../values.ts';
import { answer, call, entry, HEADER, inOnePlace, result, START, says, sent, text, user } from './testing/draw.ts';

describe('what pi sends', () => {
  it('is the path to the answer, and an answer on another branch is on none of it', async () => {
    const tape = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      answer('b', 'a', text('Four beds.')),
      user('c', 'b', 'Now the path'),
      answer('d', 'c', text('Gravel.')),
      entry('e', 'b', { type: 'model_change', provider: 'anthropic', modelId: 'claude-sonnet-4-5' }),
      user('f', 'e', 'A pond instead'),
      answer('g', 'f', text('By the shed.')),
    ]);
    expect(await sent(tape, { step: 3 })).toEqual(['user: Plan the beds', 'assistant: Four beds.', 'user: A pond instead']);
    expect(await sent(tape, { next: true })).toHaveLength(4);
    expect(tape.store.catalog.stats(tape.tape).branchPoints).toMatchObject({ rewind: 1, total: 1 });
    await inOnePlace(tape);
    tape.store.close();
  });

  it('begins at the last compaction, with what that kept but for system messages', async () => {
    const tape = importRecords([
      HEADER,
      says('a', null, { role: 'system', content: 'Be brief.', sections: { cwd: '/home/ann/garden' }, toolsAdded: [{ name: 'read' }] }),
      user('b', 'a', 'Plan the beds'),
      answer('c', 'b', text('Four beds.')),
      user('d', 'c', 'Which first?'),
      answer('e', 'd', text('The east one.')),
      entry('f', 'e', {
        ...{ type: 'compaction', summary: 'Four beds are planned.', firstKeptEntryId: 'd', tokensBefore: 900 },
        systemMessage: {
          role: 'system',
          content: 'Be brief.',
          sections: { cwd: '/home/ann/garden', date: null },
          toolsAdded: [{ name: 'read' }],
        },
      }),
      user('g', 'f', 'Go on'),
      answer('h', 'g', text('Digging.')),
      user('i', 'e', 'Back before the compaction'),
      answer('j', 'i', text('All is here again.')),
    ]);
    const [summary, ...rest] = await sent(tape, { step: 3 });
    expect(summary).toContain('<summary>\nFour beds are planned.\n</summary>');
    expect(rest).toEqual(['user: Which first?', 'assistant: The east one.', 'user: Go on']);
    expect(await sent(tape, { step: 4 })).toEqual([
      ...['user: Plan the beds', 'assistant: Four beds.', 'user: Which first?', 'assistant: The east one.'],
      'user: Back before the compaction',
    ]);
    const { system, tools } = await sentOf(tape.rim, tape.tape, { step: 3 }, parsePolicy('as-recorded'));
    expect([system, tools]).toEqual([[{ type: 'text', text: 'Be brief.\n\n/home/ann/garden' }], [{ name: 'read' }]]);
    await inOnePlace(tape);
    tape.store.close();
  });

  it('has the last edit of an entry in its place, drops failed answers, and answers a call that nothing answered', async () => {
    const tape = importRecords([
      HEADER,
      user('a', null, 'Read the beds'),
      answer('b', 'a', [call('t1'), call('t2')]),
      result('c', 'b', 't1', 'a very long list of beds'),
      answer('d', 'c', text('half an ans'), { stopReason: 'error', errorMessage: 'overloaded' }),
      entry('e', 'd', { type: 'context_edit', targetId: 'c', replacement: null }),
      entry('f', 'e', { type: 'context_edit', targetId: 'c', replacement: { content: 'four beds' } }),
      answer('g', 'f', [{ type: 'thinking', thinking: 'Four, then.', thinkingSignature: 'sig' }, ...text('Four.')]),
      user('h', 'g', 'Thanks'),
      answer('i', 'h', text('At your service.'), { model: 'claude-haiku-4-5' }),
    ]);
    expect(await sent(tape, { step: 3 })).toEqual(['user: Read the beds', 'assistant: t1 | t2', 'user: four beds | No result provided']);
    // Another model reads what this one thought as text.
    expect((await sent(tape, { step: 4 }))[3]).toBe('assistant: Four, then. | Four.');
    const view = await assemble(tape.rim, tape.tape, { step: 3 }, parsePolicy('as-recorded'));
    expect(view.blocks.find(({ entries }) => entries.includes(4))).toMatchObject({
      ...{ why: 'edited: entry 7 has what was sent in its place', instead: 7, tokens: { value: 7 } },
    });
    await inOnePlace(tape);
    tape.store.close();
  });

  it('weighs an entry as it was sent at the time: the sizes that are recorded before and after an edit need no other cause', async () => {
    const sized = (input: number): JsonObject => ({ usage: { input, output: 10, cacheRead: 0, cacheWrite: 0 } });
    const tape = importRecords([
      HEADER,
      user('a', null, 'Read the beds'),
      answer('b', 'a', [call('t1')], sized(1000)),
      result('c', 'b', 't1', 'a bed of roses, '.repeat(1500)),
      answer('d', 'c', text('Many.'), sized(8000)),
      entry('e', 'd', { type: 'context_edit', targetId: 'c', replacement: { content: 'roses' } }),
      user('f', 'e', 'How many?'),
      answer('g', 'f', text('1500.'), sized(1050)),
      entry('h', 'g', { type: 'context_edit', targetId: 'c', replacement: null }),
      user('i', 'h', 'Thanks'),
      answer('j', 'i', text('At your service.'), sized(1070)),
    ]);
    const weights: number[] = [];
    for (const step of [2, 3, 4]) {
      const { events, tokens, blocks } = await assemble(tape.rim, tape.tape, { step }, parsePolicy('as-recorded'));
      expect([events, Math.abs(tokens.unexplained ?? 0) < 40]).toEqual([[], true]);
      weights.push(blocks.find(({ entries }) => entries.includes(4))?.tokens.value ?? 0);
    }
    const [before = 0, edited = 0, omitted] = weights;
    expect([before > 6000, edited > 0 && edited < 10, omitted]).toEqual([true, true, 0]);
    tape.store.close();
  });

  it('weighs an entry by the words that were sent in its place, where the tokenizer of the model is public', async () => {
    const openAi = { provider: 'openai', api: 'openai-responses', model: 'gpt-5' };
    const tape = importRecords([
      HEADER,
      user('a', null, 'a bed of roses, '.repeat(50)),
      answer('b', 'a', text('Many.'), openAi),
      entry('c', 'b', { type: 'context_edit', targetId: 'a', replacement: { content: 'roses' } }),
      user('d', 'c', 'How many?'),
      answer('e', 'd', text('50.'), openAi),
    ]);
    const weightAt = async (step: number) =>
      (await assemble(tape.rim, tape.tape, { step }, parsePolicy('as-recorded'))).blocks.find(({ entries }) => entries.includes(2))?.tokens;
    const [before, edited] = [await weightAt(1), await weightAt(2)];
    expect([before?.basis, (before?.value ?? 0) > 200]).toEqual(['counted', true]);
    // "roses" is two tokens of that tokenizer.
    expect(edited).toEqual({ value: 2, basis: 'counted' });
    await holdToViews(tape, 'as-recorded');
    tape.store.close();
  });

  it('has messages of extensions, and commands that a person ran and did not keep from the model, in the name of the user', async () => {
    const ran = (id: string, parent: string, more: JsonObject): JsonObject =>
      says(id, parent, { role: 'bashExecution', command: 'ls beds', output: 'roses', exitCode: 0, ...more });
    const tape = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      entry('b', 'a', { type: 'custom_message', customType: 'weather', content: 'Rain at noon.', display: true }),
      says('c', 'b', { role: 'hookMessage', customType: 'gate', content: text('Close the gate.') }),
      ran('d', 'c', {}),
      ran('e', 'd', { excludeFromContext: true, output: 'secret seeds' }),
      ran('f', 'e', { output: '', exitCode: 2 }),
      entry('g', 'f', { type: 'thinking_level_change', thinkingLevel: 'high' }),
      answer('h', 'g', text('Roses.')),
    ]);
    expect(await sent(tape, { step: 1 })).toEqual([
      'user: Plan the beds',
      'user: Rain at noon.',
      'user: Close the gate.',
      'user: Ran `ls beds`\n```\nroses\n```',
      'user: Ran `ls beds`\n(no output)\n\nCommand exited with code 2',
    ]);
    const rows = tape.store.catalog.entries(tape.tape, 1, 20);
    expect(rows.map(({ label }) => label)).toEqual(['version 3', '', 'weather', 'gate', '!', '!', '! failed', 'high', '']);
    const { omissions } = await assemble(tape.rim, tape.tape, { step: 1 }, parsePolicy('as-recorded'));
    expect(omissions.find(({ entries }) => entries.some(([from, to]) => from <= 6 && 6 <= to))?.reason).toBe('excluded-by-writer');
    tape.store.close();
  });

  it('leaves labels out of what is sent: each names an entry for the reader, and is a node of the tree', async () => {
    const label = (id: string, parent: string, of: string, name?: string): JsonObject =>
      entry(id, parent, { type: 'label', targetId: of, ...(name === undefined ? {} : { label: name }) });
    const tape = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      label('b', 'a', 'a', 'the plan'),
      label('c', 'b', 'a'),
      answer('d', 'c', text('Roses.')),
      user('e', 'd', 'And the gate?'),
      label('f', 'e', 'd', 'roses'),
      answer('g', 'f', text('Green.')),
    ]);
    expect(await sent(tape, { step: 2 })).toEqual(['user: Plan the beds', 'assistant: Roses.', 'user: And the gate?']);
    const rows = tape.store.catalog.entries(tape.tape, 1, 20);
    expect(rows.map(({ kind, label: name }) => (kind === 'label' ? name : null))).toEqual([
      null,
      null,
      'the plan',
      '',
      null,
      null,
      'roses',
      null,
    ]);
    const { omissions } = await assemble(tape.rim, tape.tape, { step: 2 }, parsePolicy('as-recorded'));
    const reasonOf = (seq: number) => omissions.find(({ entries }) => entries.some(([from, to]) => from <= seq && seq <= to))?.reason;
    expect([3, 4, 7].map(reasonOf)).toEqual(['sidecar', 'sidecar', 'sidecar']);
    tape.store.close();
  });

  it('has a note in place of pictures for a model that reads text alone, and says of a configured one that nobody knows', async () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const to = (model: string): ImportedTape =>
      importRecords([
        HEADER,
        user('a', null, [...text('Look'), picture, picture]),
        answer('b', 'a', [call('t1')], { model }),
        says('c', 'b', { role: 'toolResult', toolCallId: 't1', toolName: 'read', content: [picture], isError: false }),
        answer('d', 'c', text('I see.'), { model }),
      ]);
    const notes = async ({ rim, tape }: ImportedTape): Promise<string[]> =>
      (await assemble(rim, tape, { step: 2 }, parsePolicy('as-recorded'))).warnings.filter((text) => text.includes('does not say whether'));
    const blind = to('glm-4.6');
    expect(await sent(blind, { step: 2 })).toEqual([
      'user: Look | (image omitted: model does not support images)',
      'assistant: t1',
      'user: (tool image omitted: model does not support images)',
    ]);
    expect(await notes(blind)).toEqual([]);
    const seeing = to('claude-sonnet-4-5');
    expect((await sent(seeing, { step: 2 }))[0]).toBe('user: Look | undefined | undefined');
    expect(await notes(seeing)).toEqual([]);
    const configured = to('potting-shed');
    expect((await sent(configured, { step: 2 }))[0]).toBe('user: Look | undefined | undefined');
    expect(await notes(configured)).toEqual([expect.stringContaining('does not say whether potting-shed reads pictures')]);
    for (const { store } of [blind, seeing, configured]) store.close();
  });

  it('begins at the root that an answer goes back to, where a session has several', async () => {
    const tape = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      answer('b', 'a', text('Four beds.')),
      user('c', null, 'A pond instead'),
      answer('d', 'c', text('By the shed.')),
    ]);
    expect(await sent(tape, { step: 2 })).toEqual(['user: A pond instead']);
    expect(tape.store.catalog.stats(tape.tape)).toMatchObject({ roots: 2, leaves: 2 });
    tape.store.close();
  });

  it('has sections of the prompt as they were set last, and the tools that were not taken away again', async () => {
    const system = (id: string, parent: string | null, message: JsonObject): JsonObject =>
      says(id, parent, { role: 'system', content: '', ...message });
    const tape = importRecords([
      HEADER,
      system('a', null, { sections: { rules: 'Be brief.', date: 'Monday' }, toolsAdded: [{ name: 'read' }, { name: 'dig' }] }),
      user('b', 'a', 'Plan the beds'),
      answer('c', 'b', text('Four beds.')),
      system('d', 'c', { sections: { rules: 'Be polite.', date: null }, toolsAdded: [{ name: 'water' }], toolsRemoved: [{ name: 'dig' }] }),
      user('e', 'd', 'Go on'),
      answer('f', 'e', text('Digging.')),
    ]);
    const prompt = async (step: number) => sentOf(tape.rim, tape.tape, { step }, parsePolicy('as-recorded'));
    expect(await prompt(1)).toMatchObject({ system: [{ text: 'Be brief.\n\nMonday' }], tools: [{ name: 'read' }, { name: 'dig' }] });
    expect(await prompt(2)).toMatchObject({ system: [{ text: 'Be polite.' }], tools: [{ name: 'read' }, { name: 'water' }] });
    // Both are in the log, so that nobody says they are missing.
    expect((await assemble(tape.rim, tape.tape, { step: 2 }, parsePolicy('as-recorded'))).lacking.map(({ what }) => what)).toEqual([
      'frame',
    ]);
    tape.store.close();
  });

  it('was sent when the message says, and logged when the record does', () => {
    const asked = START + 11_000;
    const { store, tape } = importRecords([HEADER, user('a', null, 'Hello'), answer('z', 'a', text('Hi.'), { timestamp: asked })]);
    expect(store.catalog.steps(tape, 1, 1).items[0]?.time).toBe(asked);
    expect(store.catalog.entriesAt(tape, [3])[0]?.time).toBe(START + 35_000);
    store.close();
  });

  it('follows the order of the file in a session of version 1, and keeps from a place in it on', async () => {
    const plain = ({ id: _, parentId: __, ...record }: JsonObject): JsonObject => record;
    const tape = importRecords(
      [
        { type: 'session', id: 'old', timestamp: '2025-12-01T08:00:00.000Z', cwd: '/home/ann/garden' },
        user('a', null, 'Plan the beds'),
        answer('b', 'a', text('Four beds.')),
        user('c', 'b', 'Which first?'),
        answer('d', 'c', text('The east one.')),
        entry('e', 'd', { type: 'compaction', summary: 'Four beds.', firstKeptEntryIndex: 3, tokensBefore: 900 }),
        user('f', 'e', 'Go on'),
        answer('g', 'f', text('Digging.')),
      ].map((record) => (record.type === 'session' ? record : plain(record))),
    );
    expect(await sent(tape, { step: 2 })).toEqual(['user: Plan the beds', 'assistant: Four beds.', 'user: Which first?']);
    expect((await sent(tape, { step: 3 })).slice(1)).toEqual(['user: Which first?', 'assistant: The east one.', 'user: Go on']);
    await inOnePlace(tape);
    tape.store.close();
  });
});

describe('what a session of pi used', () => {
  const used = (input: number): JsonObject => ({ usage: { input, output: 10, cacheRead: 5, cacheWrite: 1, cost: { total: 0.5 } } });

  it('counts requests for summaries and what kept a cache warm, which are not steps', () => {
    const { store, tape } = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      answer('b', 'a', text('Four beds.'), used(100)),
      entry('c', 'b', { type: 'usage', kind: 'cache_warm', provider: 'anthropic', model: 'claude-sonnet-4-5', ...used(7) }),
      entry('d', 'c', { type: 'compaction', summary: 'Four beds.', firstKeptEntryId: 'd', tokensBefore: 900, ...used(1000) }),
      entry('e', 'a', { type: 'branch_summary', fromId: 'b', summary: 'Four beds were planned.', ...used(10_000) }),
    ]);
    expect(store.catalog.tape(tape)).toMatchObject({ steps: 1, usage: { input: 11_107, output: 40, cacheRead: 20, cacheWrite: 4 } });
    store.close();
  });

  it('has what each request cost, those for summaries too', async () => {
    const { store, tape } = importRecords([
      HEADER,
      user('a', null, 'Plan the beds'),
      answer('b', 'a', text('Four beds.'), used(100)),
      entry('c', 'b', { type: 'compaction', summary: 'Four beds.', firstKeptEntryId: 'c', tokensBefore: 900, ...used(1000) }),
    ]);
    const costs = [2, 3, 4].map(async (seq) => (await detailOf(store.catalog, formatById, tape, seq)).cost);
    expect(await Promise.all(costs)).toEqual([undefined, 0.5, 0.5]);
    const { items } = store.catalog.steps(tape, 1, 9);
    expect(items.map(({ step, cost }) => [step, cost])).toEqual([[1, 0.5]]);
    store.close();
  });

  it('leaves out what a fork copied from its source, and names that one as its parent', () => {
    const folder = tempFolder();
    const { db } = openDatabase(join(folder, 'catalog'));
    const source = join(folder, '2026-10-01T08-00-00-000Z_garden.jsonl');
    const fork = join(folder, '2026-10-01T09-00-00-000Z_pond.jsonl');
    const copied = [user('a', null, 'Plan the beds'), answer('b', 'a', text('Four beds.'), used(100))];
    const late = (record: JsonObject): JsonObject => ({ ...record, timestamp: '2026-10-01T09:00:05.000Z' });
    const lines = (records: JsonObject[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const header = { ...HEADER, id: 'pond', timestamp: '2026-10-01T09:00:00.000Z', parentSession: `/home/ann/.pi/${basename(source)}` };
    writeFileSync(fork, lines([header, ...copied, late(user('c', 'b', 'A pond')), late(answer('d', 'c', text('By the shed.'), used(30)))]));
    writeFileSync(source, lines([HEADER, ...copied]));
    const [forked, garden] = [fork, source].map((file) => bringSource(db, file).source);
    relate(
      db,
      [forked, garden].map((one) => one?.tape ?? 0),
    );
    const catalog = createCatalog(db);
    expect(catalog.tape(garden?.id ?? '').usage.input).toBe(100);
    expect(catalog.tape(forked?.id ?? '')).toMatchObject({ steps: 2, usage: { input: 30 }, parent: garden?.id, relation: 'fork' });
    db.close();
  });
});
