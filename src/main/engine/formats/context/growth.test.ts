import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { claudeTree } from '../../testing/tree.ts';
import { assemble, decide } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import { isObject } from '../json.ts';
import { heldBy } from './growth-state.ts';

/** A chain that is drawn over several lines. */
const drawn = (drawing: string): string => drawing.replaceAll(/\n\s*>/g, ' >');

/** A model that is shown again what it thought. */
const MODEL = 'claude-opus-4-6';

const opened = (drawing: string) => {
  const records = claudeTree(drawn(drawing)).map((record) =>
    record.type === 'assistant' && isObject(record.message) ? { ...record, message: { ...record.message, model: MODEL } } : record,
  );
  const imported = importRecords(records);
  onTestFinished(() => imported.store.close());
  return imported;
};

/** 28,000 characters: 10,000 tokens by the estimate for models like these, unless the requests say otherwise. */
const LONG = 'one line of a file '.repeat(1474).slice(0, 28_000);

/** Five files are read; each request records what came, until the last one falls short of it. */
const reading = (last: string): string => `
  u1 "go" > a1 call Read t1 <- step m1 usage 20000 100 0 0 > r1 t1 "${LONG}"
    > a2 call Read t2 <- step m2 usage 10000 100 20000 0 > r2 t2 "${LONG}"
    > a3 call Read t3 <- step m3 usage 10000 100 30000 0 > r3 t3 "${LONG}"
    > a4 call Read t4 <- step m4 usage 10000 100 40000 0 > r4 t4 "${LONG}"
    > a5 "done" <- step m5 ${last}
`;

const unsentIn = (view: { omissions: { reason: string; entries: [number, number][] }[] }): number[][] =>
  view.omissions.filter(({ reason }) => reason === 'cleared').flatMap(({ entries }) => entries);

describe('recorded growth', () => {
  it('is shared by the entries that came in between, and not in any entry is the base', async () => {
    const { view } = opened(reading('usage 10000 100 50000 0'));
    const { tokens, blocks, events, evidence } = await view(5);
    expect(tokens).toMatchObject({ recorded: 60_000, base: 20_000 - 5, events: 0, unexplained: 0 });
    expect((tokens.base ?? 0) + (tokens.events ?? 0) + tokens.estimated).toBe(60_000);
    expect(blocks.filter(({ kind }) => kind === 'tool_result').map(({ tokens: { value } }) => value)).toEqual([9900, 9900, 9900, 9900]);
    expect([events, evidence.state]).toEqual([[], 'derived']);
  });

  it('says that the base would remain under another policy, where nothing was sent', async () => {
    const { view } = opened(reading('usage 10000 100 50000 0'));
    const { tokens } = await view(5, 'full');
    expect(tokens).toMatchObject({ base: 19_995, events: 0, unexplained: null });
  });

  it('keeps the base and the weights for a request that was not made', async () => {
    const { rim, tape, store } = opened(reading('usage 10000 100 50000 0'));
    const { tokens, blocks } = await assemble(rim, store.catalog.tape(tape).id, { next: true }, { type: 'as-recorded' });
    expect(tokens).toMatchObject({ recorded: null, base: 19_995, events: 0, unexplained: null });
    expect(blocks.find(({ kind }) => kind === 'tool_result')?.tokens.value).toBe(9900);
  });

  it('of a session says how its later results will weigh', async () => {
    const { view } = opened(`
      u1 "go" > a1 call Read t1 <- step m1 usage 20000 100 0 0 > r1 t1 "${LONG}"
        > a2 call Read t2 <- step m2 usage 7000 100 20000 0 > r2 t2 "${LONG}" > a3 "done" <- step m3
    `);
    const weights = (await view(3)).blocks.filter(({ kind }) => kind === 'tool_result').map(({ tokens }) => tokens.value);
    expect(weights[0]).toBe(6900);
    expect(weights[1]).toBeGreaterThan(6900);
    expect(weights[1]).toBeLessThan(8500);
  });

  it('names what came and is in no entry', async () => {
    const tools = `r1 t1 "found" > a2 "ok" <- step m2 usage 5000 50 10000 0`;
    const loaded = opened(`u1 "go" > a1 call ToolSearch t1 <- step m1 usage 10000 50 0 0 > ${tools}`);
    expect((await loaded.view(2)).events).toMatchObject([{ type: 'tools-loaded', step: 2, basis: 'inferred' }]);
    const changed = opened('u1 "go" > a1 "ok" <- step m1 usage 10000 50 0 0 > u2 "on" > a2 "ok" <- step m2 usage 15000 50 0 0 at 60');
    expect((await changed.view(2)).events).toMatchObject([{ type: 'prompt-changed' }]);
    const file = opened('u1 "go" > a1 "ok" <- step m1 usage 10000 50 0 0 > u2 "see @notes" > a2 "ok" <- step m2 usage 5000 50 10000 0');
    const { events, tokens } = await file.view(2);
    expect(events).toMatchObject([{ type: 'file-not-logged', step: 2 }]);
    expect((tokens.base ?? 0) + (tokens.events ?? 0) + tokens.estimated + (tokens.unexplained ?? 0)).toBe(15_000);
  });

  it('is measured again after a compaction', async () => {
    const { view } = opened(`
      u1 "go" > a1 "one" <- step m1 usage 20000 50 0 0 > u2 "on" > a2 "two" <- step m2 usage 100 50 20000 0
        b1 boundary auto 20100
          c1 summary "so far"
      u3 "further" @c1 > a3 "ok" <- step m3 usage 12000 50 0 0
    `);
    expect((await view(2)).tokens.base).toBeGreaterThan(19_900);
    expect((await view(3)).tokens.base).toBeLessThan(12_000);
    expect((await view(3)).tokens.base).toBeGreaterThan(11_900);
  });
});

describe('a request that records less than the log has for it', () => {
  it('was sent without the oldest results, as many as come nearest', async () => {
    const { view } = opened(reading('usage 25000 100 15000 0'));
    const last = await view(5);
    expect(unsentIn(last)).toEqual([
      [3, 3],
      [5, 5],
    ]);
    expect(last.evidence.state).toBe('inferred');
    expect(last.omissions.find(({ reason }) => reason === 'cleared')).toMatchObject({ basis: 'inferred', tokens: { value: 9900 } });
    expect(last.omissions.find(({ reason }) => reason === 'cleared')?.note).toMatch(
      /since step 5: 40,000 tokens are recorded, 20,0\d+ fewer/,
    );
    expect(last.warnings.join()).toContain('2 entries were probably cleared');
    expect(last.warnings.join()).not.toContain('too high');
    expect(last.events).toMatchObject([{ type: 'probably-not-sent', step: 5, basis: 'inferred' }]);
    expect(last.since).toMatchObject({ step: 4, gone: 2 });
    expect(unsentIn(await view(4))).toEqual([]);
  });

  it('sends a placeholder in place of a result', async () => {
    const { rim, tape } = opened(reading('usage 25000 100 15000 0'));
    const sent = JSON.stringify(await messagesOf(rim, tape, 5, { type: 'as-recorded' }));
    expect(sent.split('[Old tool result content cleared]')).toHaveLength(3);
    expect(sent.match(/"type":"tool_result"/g)).toHaveLength(4);
  });

  it('is where a policy of several parts begins that begins as recorded, placeholders included', async () => {
    const { rim, tape, view } = opened(reading('usage 25000 100 15000 0'));
    const composed = async (line: string) => {
      const { blocks, warnings } = await view(5, line);
      const messages = await messagesOf(rim, tape, 5, parsePolicy(line));
      const results = JSON.stringify(messages).match(/"content":"(one line|.Old tool result)/g) ?? [];
      return { entries: blocks.flatMap(({ entries }) => entries), warnings, results: results.map((text) => text.slice(11, 14)) };
    };
    const [old, one] = ['[Ol', 'one'];
    expect(await composed('as-recorded + without:#99')).toMatchObject({ entries: [1, 2, 4, 6, 7, 8, 9], results: [old, old, one, one] });
    expect(await composed('as-recorded + without:#2')).toMatchObject({ entries: [1, 4, 6, 7, 8, 9], results: [old, one, one] });
    expect(await composed('as-recorded + pin:#3')).toMatchObject({ entries: [1, 2, 3, 4, 6, 7, 8, 9], results: [one, old, one, one] });
    expect((await composed('as-recorded + without:#99')).warnings.join()).not.toContain('No model accepts');
  });

  it('has a next request that a model accepts: placeholders answer its calls', async () => {
    const { rim, tape } = opened(reading('usage 25000 100 15000 0'));
    const { blocks, warnings } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
    expect(blocks.flatMap(({ entries }) => entries)).toEqual([1, 2, 4, 6, 7, 8, 9, 10]);
    expect(warnings.join()).not.toContain('No model accepts');
  });

  it('leaves what the cache still held as it was', async () => {
    const { view } = opened(reading('usage 15000 100 35000 0'));
    expect(unsentIn(await view(5))).toEqual([[5, 5]]);
  });

  it('keeps it cleared on that branch until a compaction, and on no other', async () => {
    const { view } = opened(`${reading('usage 25000 100 15000 0')}
      u2 "on" @a5 > a6 "ok" <- step m6 usage 200 50 40000 0
      u3 "or else" @a4 > a7 "ok" <- step m7 usage 200 50 50000 0
    `);
    expect(unsentIn(await view(6))).toEqual([
      [3, 3],
      [5, 5],
    ]);
    expect(unsentIn(await view(7))).toEqual([]);
  });

  it('lost the thinking of earlier turns where that is nearer, after a long pause', async () => {
    const thinking = (seconds: number): string => `
      u1 "go" > a1 think "" <- step m1 usage 20000 15050 0 0 > a2 call Read t1 <- step m1 usage 20000 15050 0 0 > r1 t1 "${LONG}"
        > a3 "ok" <- step m2 usage 25000 50 20000 0 > u2 "on" > a4 "ok" <- step m3 usage 30150 50 0 0 at ${seconds}
    `;
    expect(unsentIn(await opened(thinking(7200)).view(3))).toEqual([[2, 2]]);
    expect(unsentIn(await opened(thinking(60)).view(3))).toEqual([[4, 4]]);
  });

  it('never shows more than was recorded, whatever was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 5, maxLength: 5 }), async (sizes) => {
        let at = 0;
        const drawing = reading('usage 0 0 0 0').replaceAll(/usage \d+ 100 \d+ 0|usage 0 0 0 0/g, () => `usage ${sizes[at++]} 100 0 0`);
        const { view, store } = importRecords(claudeTree(drawn(drawing)));
        for (const step of [1, 2, 3, 4, 5]) {
          const { tokens } = await view(step);
          expect(tokens.estimated).toBeLessThanOrEqual((tokens.recorded ?? 0) * 1.05 + 20);
          expect((tokens.base ?? 0) + (tokens.events ?? 0) + tokens.estimated + (tokens.unexplained ?? 0)).toBe(tokens.recorded);
        }
        store.close();
      }),
      { numRuns: 25, examples: [[[1, 4903, 1, 1, 1]]] },
    );
  });
});

describe('a log that asks at every request to weigh all entries again', () => {
  /** What finding whole tokens looked at, of so many requests of which each records `size` tokens. */
  const looksAt = (requests: number, size: number, modelOf: (at: number) => string): number => {
    const turns = Array.from({ length: requests }, (_, at) => `u${at} "go on" > a${at} "did so" <- step m${at} usage ${size} 9 0 0`);
    const records = claudeTree(turns.join(' > ')).map((record, at) =>
      isObject(record.message) ? { ...record, message: { ...record.message, model: modelOf(at) } } : record,
    );
    const { rim, tape, store } = importRecords(records);
    const { growth, picks } = decide(rim, tape, requests, { type: 'as-recorded' }).selection;
    store.close();
    if (growth === undefined) throw new Error('nothing was recorded');
    expect(picks).toHaveLength(2 * requests - 1);
    expect(picks.reduce((sum, { seq }) => sum + heldBy(growth, seq), 0)).toBeLessThanOrEqual(size);
    return growth.looks;
  };

  it.each([
    ['since it records less than they weigh', 900, () => MODEL],
    ['since another model reads them', 90_000, (at: number) => (at % 4 < 2 ? MODEL : 'claude-opus-5')],
  ])('is weighed in so many looks as it has entries, and not in their square, %s', (_, size, modelOf) => {
    const [few, many] = [looksAt(400, size, modelOf), looksAt(1600, size, modelOf)];
    expect(few).toBeGreaterThan(400);
    expect(many / few).toBeLessThan(8);
  });
});
