import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callBlock, otherBlock, resultBlock, textBlock, thinkingBlock, toolBlock } from '../formats/snapshots/block.ts';
import { replaced } from './replace.ts';
import { spokenOf, toolsByCalls, toolsIn } from './turns.ts';

const block = fc.oneof(
  fc.constantFrom('user' as const, 'assistant' as const, 'system' as const).map((role) => textBlock(role, `words of ${role}`)),
  fc.constantFrom('c1', 'c2', null).map((id) => callBlock(id, 'read', { path: 'a' })),
  fc.constantFrom('c1', 'c2', null).map((id) => resultBlock(id, 'out')),
  fc.constant(thinkingBlock('hm')),
  fc.constant(otherBlock('user', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } })),
  fc.constant(otherBlock('user', { type: 'document' })),
);

test('property: whatever the blocks, each call is followed by its results and each result has its call, and nothing is lost without a word', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 20 }), (blocks) => {
      const { systems, turns, lost } = spokenOf(blocks);
      let open: string[] = [];
      for (const turn of turns) {
        if (turn.role === 'tool') expect(open.splice(open.indexOf(turn.id), 1)).toEqual([turn.id]);
        else {
          expect(open).toEqual([]);
          open = turn.role === 'assistant' ? turn.calls.map(({ id }) => id) : [];
        }
      }
      expect(open).toEqual([]);
      const of = (name: string): number => blocks.filter((one) => one.block === name).length;
      const results = turns.filter(({ role }) => role === 'tool').length;
      expect(results - lost.calls + lost.results).toBe(of('result'));
      expect(lost.thinking).toBe(of('thinking'));
      expect(lost.media.document ?? 0).toBe(blocks.filter(({ value }) => JSON.stringify(value)?.includes('document')).length);
      expect(systems.length).toBe(blocks.filter(({ block: kind, role }) => kind === 'text' && role === 'system').length);
      expect(JSON.stringify(turns).split('words of user').length - 1).toBe(blocks.filter(({ text }) => text === 'words of user').length);
    }),
  );
});

test('definitions of tools are read in every shape; one without a schema is named, and one that nobody kept is made of its calls', () => {
  const schema = { type: 'object', properties: { path: {} } };
  const shapes = [
    { name: 'a', input_schema: schema },
    { type: 'function', function: { name: 'b', description: 'B', parameters: schema } },
    { type: 'web_search', name: 'web' },
  ];
  const { specs, without } = toolsIn(shapes.map((shape, at) => toolBlock(['a', 'b', 'web'][at] ?? '', shape)));
  expect([specs, without]).toEqual([
    [
      { name: 'a', description: '', parameters: schema },
      { name: 'b', description: 'B', parameters: schema },
    ],
    ['web'],
  ]);
  expect(toolsByCalls([callBlock('1', 'read', { path: 'a' }), callBlock('2', 'read', { from: 1 })])).toMatchObject([
    { name: 'read', parameters: { properties: { from: {}, path: {} } } },
  ]);
});

test('a text is replaced where a model reads it, and nowhere else', () => {
  const record = {
    type: 'user',
    role: 'user',
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'user' },
        { type: 'text', text: 'more' },
      ],
    },
  };
  const parts = [
    { type: 'text' as const, text: 'user' },
    { type: 'text' as const, text: 'more' },
  ];
  const content = [
    { type: 'text', text: 'Other' },
    { type: 'text', text: '' },
  ];
  const changed = { ...record, message: { role: 'user', content } };
  expect(replaced(record, parts, 'Other')).toEqual({ record: changed, before: 'user\nmore' });
  // A part that is shown cut gives back what it says in full.
  expect(replaced({ content: 'a long text' }, [{ type: 'text', text: 'a lo', cut: 7 }], 'x')?.before).toBe('a long text');
  expect(replaced(record, [{ type: 'tool_call', text: '{}' }], 'x')).toBe(null);
  expect(replaced({ content: 'a' }, [{ type: 'text', text: 'b' }], 'x')).toBe(null);
});
