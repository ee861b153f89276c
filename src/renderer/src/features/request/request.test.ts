import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, differenceWords } from './differences.ts';
import { partsOf, weightsOf } from './parts.ts';

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

  it('weigh together what is recorded, whatever they hold, and nothing throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat(200_000), (body, recorded) => {
        const parts = partsOf({ messages: body, tools: body, system: body });
        const sum = weightsOf(parts, recorded).reduce((all, one) => all + one, 0);
        const chars = parts.reduce((all, { section, text, label }) => all + (section === 'parameters' ? 0 : text.length + label.length), 0);
        expect(sum).toBeCloseTo(chars === 0 ? 0 : recorded, 3);
      }),
    );
  });
});

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
    const difference = differenceOf(partsOf(BODY), partsOf(next));
    expect(differenceWords(difference)).toBe(
      '1 parameter changed (max_tokens); 1 tool added (Task); 1 system part changed (part 2); the first 3 messages are the same, 1 added',
    );
    expect(difference.changes.at(-1)).toEqual({ section: 'messages', label: 'message 4', before: null, now: 'Four beds.' });
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
        expect(differenceOf(partsOf(a), partsOf(a)).changes).toEqual([]);
        const [there, back] = [differenceOf(partsOf(a), partsOf(b)), differenceOf(partsOf(b), partsOf(a))];
        const turned = back.changes.map(({ before, now, ...rest }) => ({ ...rest, before: now, now: before }));
        expect(new Set(there.changes.map((one) => JSON.stringify(one, ['section', 'label', 'before', 'now'])))).toEqual(
          new Set(turned.map((one) => JSON.stringify(one, ['section', 'label', 'before', 'now']))),
        );
      }),
    );
  });
});
