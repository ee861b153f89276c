import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../../shared/model/composition.ts';
import type { Block } from '../../../../shared/model/index.ts';
import { weighParts } from '../../../../shared/model/part-weights.ts';
import { partsOf } from '../../../../shared/model/sent-parts.ts';
import { differenceOf, differenceWords } from './compare-requests.ts';

const tool = (name: string) => ({ name, description: `What ${name} does`, input_schema: { type: 'object' } });

const BODY = {
  model: 'some-model',
  max_tokens: 32_000,
  system: [
    { type: 'text', text: 'You help.' },
    { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ],
  tools: [tool('Bash'), tool('mcp__linear__list')],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>\nContents of /home/ann/garden/NOTES.md (project):\n\nTabs.' },
        { type: 'text', text: 'Plan the beds' },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'beds.txt', cache_control: { type: 'ephemeral' } }] },
  ],
};

const ROLES: Record<string, Block['role']> = { call: 'assistant', thinking: 'assistant', result: 'tool' };

const block = (what: string, value: number): Block => ({
  role: ROLES[what] ?? (what as Block['role']),
  kind: what === 'call' ? 'tool_call' : what === 'result' ? 'tool_result' : 'message',
  ...{ entries: [1], tokens: { value, basis: 'estimated' }, label: what, tone: what },
});

const contextOf = (blocks: Block[], recorded: number) => {
  const estimated = blocks.reduce((sum, { tokens }) => sum + tokens.value, 0);
  const rest = { unaccounted: recorded - estimated, base: null, events: null, unexplained: null, tokenizer: null, cached: null };
  return { step: 1, policy: 'as-recorded', blocks, tokens: { recorded, counted: 0, estimated, ...rest } };
};

describe('the parts of a request', () => {
  it('are in the order in which it was sent, with their marks and their shares', () => {
    const parts = partsOf(BODY);
    expect(parts.map(({ section, kind, label, mark }) => [section, kind, label, mark])).toEqual([
      ['parameters', 'system', 'model', null],
      ['parameters', 'system', 'max_tokens', null],
      ['tools', 'call', 'Bash', null],
      ['tools', 'call', 'mcp__linear__list', null],
      ['system', 'system', 'part 1', null],
      ['system', 'system', 'part 2', '1 h'],
      ['messages', 'injected', 'memory', null],
      ['messages', 'user', 'user', null],
      ['messages', 'call', 'Bash', null],
      ['messages', 'result', 'result', '5 min'],
    ]);
    expect(parts.map(({ category }) => category).filter((one, at, all) => one !== all[at - 1])).toEqual([
      ...[null, 'system_tools', 'mcp_tools', 'system_prompt', 'memory_files', 'messages'],
    ]);
  });

  it('are found in requests to other APIs as well', () => {
    const chat = {
      model: 'm',
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'ls', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'a' },
      ],
    };
    expect(partsOf(chat).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'm'],
      ['system', 'You help.'],
      ['user', 'Hi'],
      ['call', 'ls {}'],
      ['result', 'a'],
    ]);
    const responses = {
      instructions: 'You help.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'function_call', name: 'ls', arguments: '{}' },
        { type: 'function_call_output', output: 'a' },
      ],
    };
    expect(partsOf(responses).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'You help.'],
      ['user', 'Hi'],
      ['call', 'ls {}'],
      ['result', 'a'],
    ]);
  });

  it('weigh what the blocks of the context do, one by one, and system prompt and tools the rest of the recorded size', () => {
    const parts = partsOf(BODY);
    const blocks = [block('user', 30), block('user', 5), block('call', 12), block('result', 3)];
    const { size, of, absent } = weighParts(parts, contextOf(blocks, 250), { whole: true });
    expect([size, absent]).toEqual([{ value: 250, basis: 'recorded' }, []]);
    expect(of.slice(-4).map(({ value }) => value)).toEqual([30, 5, 12, 3]);
    expect(of.slice(2, 6).reduce((sum, { value }) => sum + value, 0)).toBe(200);
    // The reminder with a file of the user's is in no log: it shares what no block explains.
    const unlogged = weighParts(parts, contextOf(blocks.slice(1), 250), { only: new Set([6]), whole: true });
    expect(unlogged.of.slice(-3).map(({ value }) => value)).toEqual([5, 12, 3]);
  });

  it('weigh tools what their definitions weigh, where the log has these as entries', () => {
    const parts = partsOf(BODY);
    const system = (label: string, value: number): Block => ({ ...block('system', value), kind: 'system', label });
    const own = [system('tool definition · Bash', 70), system('tool definition · mcp__linear__list', 90), system('', 6), system('', 4)];
    const blocks = [...own, block('user', 30), block('user', 5), block('call', 12), block('result', 3)];
    const weights = weighParts(parts, contextOf(blocks, 220), { whole: true });
    expect(sharesOf(parts, weights, null).map(({ id, tokens }) => [id, tokens.value])).toEqual([
      ['system_prompt', 10],
      ['system_tools', 70],
      ['mcp_tools', 90],
      ['memory_files', 30],
      ['messages', 20],
    ]);
  });

  it('have what is not in the log as a share of its own where nobody captured them', () => {
    const { messages } = BODY;
    const blocks = [block('user', 35), block('thinking', 50), block('call', 12), block('result', 3)];
    const parts = partsOf({ messages });
    const weights = weighParts(parts, contextOf(blocks, 250));
    expect(sharesOf(parts, weights, 1000).map(({ id, tokens }) => [id, tokens.value, tokens.basis])).toEqual([
      ['memory_files', expect.any(Number), 'estimated'],
      ['messages', expect.any(Number), 'estimated'],
      ['thinking', 50, 'estimated'],
      ['not_in_log', 150, 'recorded'],
      ['free_space', 750, 'recorded'],
    ]);
    expect(weights.of.reduce((sum, { value }) => sum + value, 0)).toBe(50);
  });

  it('weigh together what is recorded, whatever they hold and whatever the blocks weigh, and nothing throws', () => {
    const drawn = fc.array(fc.tuple(fc.constantFrom('user', 'assistant', 'call', 'result', 'thinking', 'system'), fc.nat(5000)), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.anything(), drawn, fc.nat(200_000), fc.boolean(), (body, some, recorded, whole) => {
        const parts = partsOf({ messages: body, tools: body, system: body });
        const blocks = some.map(([kind, tokens]) => block(kind, tokens));
        const { of, absent } = weighParts(parts, contextOf(blocks, recorded), { whole });
        const sum = of.reduce((all, { value }) => all + value, 0) + absent.reduce((all, { tokens }) => all + tokens, 0);
        const isNothing = sum === 0 && parts.every(({ section }) => section === 'parameters');
        expect(isNothing ? recorded : sum).toBe(recorded);
      }),
    );
  });
});

/** Requests that were captured whole. */
const whole = (step: number, body: object) => ({ step, parts: partsOf(body), whole: true });

describe('the difference of two requests', () => {
  it('says what it means, and takes neither a moved mark nor another spelling for a change', () => {
    const next = {
      ...BODY,
      max_tokens: 8000,
      system: [BODY.system[0], { type: 'text', text: 'Be kind.' }],
      tools: [...BODY.tools, tool('Task')],
      messages: [
        ...BODY.messages.slice(0, 2),
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'beds.txt' }] }] },
        { role: 'assistant', content: 'Four beds.' },
      ],
    };
    const difference = differenceOf(whole(1, BODY), whole(2, next));
    expect(differenceWords(difference)).toBe(
      '1 parameter changed (max_tokens); 1 tool added (Task); 1 system part changed (part 2); the first 3 messages are the same, 1 added',
    );
    expect(difference.changes.at(-1)).toEqual({ section: 'messages', label: 'message 4', before: null, now: 'Four beds.' });
  });

  it('says of what nobody captured what is not known of it, and calls none of that removed or added', () => {
    const derived = { step: 12, parts: partsOf({ messages: [{ role: 'user', content: 'Go on' }] }), whole: false };
    const [from, to] = [differenceOf(whole(11, BODY), derived), differenceOf(derived, whole(13, BODY))];
    expect(differenceWords(from)).toBe(
      'the messages differ from the first on, 1 changed, 2 removed; parameters, tools and system prompt of step 12 are not known',
    );
    expect(differenceWords(differenceOf(derived, derived))).toBe('the message is the same');
    expect(new Set([...from.changes, ...to.changes].map(({ section }) => section))).toEqual(new Set(['messages']));
  });

  it('of a request and itself is none, and turned around it is the same changes', () => {
    const text = fc.string({ maxLength: 3 });
    const drawn = fc.record({
      system: text,
      tools: fc.array(fc.constantFrom('a', 'b', 'c').map(tool), { maxLength: 3 }),
      messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(drawn, drawn, (a, b) => {
        const [one, other] = [whole(1, a), whole(2, b)];
        expect(differenceOf(one, one).changes).toEqual([]);
        const [there, back] = [differenceOf(one, other), differenceOf(other, one)];
        const turned = back.changes.map(({ before, now, ...rest }) => ({ ...rest, before: now, now: before }));
        expect(new Set(there.changes.map((one) => JSON.stringify(one, ['section', 'label', 'before', 'now'])))).toEqual(
          new Set(turned.map((one) => JSON.stringify(one, ['section', 'label', 'before', 'now']))),
        );
      }),
    );
  });
});
