import { describe, expect, it } from 'vitest';
import { sentBlocks } from '../formats/captured/request.ts';
import type { JsonObject } from '../formats/format.ts';
import { compareBlocks } from './compare-blocks.ts';

const user = (content: JsonObject[] | string): JsonObject => ({ role: 'user', content });
const text = (words: string, more: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...more });
const blocks = (messages: JsonObject[], more: JsonObject = {}) => sentBlocks({ messages, ...more }) ?? [];
const compare = (sent: JsonObject[], derived: JsonObject[], more: JsonObject = {}) => compareBlocks(blocks(sent, more), blocks(derived));

describe('two requests', () => {
  it('are the same whatever moves with each of them', () => {
    const { byKind, differences } = compare(
      [
        user([text('Grind.', { cache_control: { type: 'ephemeral' } })]),
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'mill', input: { b: 2, a: 1 } }] },
      ],
      [user('Grind.'), { role: 'assistant', content: [{ input: { a: 1, b: 2 }, name: 'mill', id: 't1', type: 'tool_use' }] }],
    );
    expect(differences).toEqual([]);
    expect(byKind).toMatchObject({ text: { equal: 1 }, call: { equal: 1 } });
  });

  it('tell of each block that differs, with the place where both part', () => {
    const result = (content: string): JsonObject => user([{ type: 'tool_result', tool_use_id: 't1', content }]);
    const { differences, byKind } = compare([user('Grind.'), result('flour, fine')], [user('Grind.'), result('flour, coarse')]);
    expect(differences).toMatchObject([
      { where: 'differs', at: 1, kind: 'result', sent: 'flour, fine', derived: 'flour, coarse', expected: false },
    ]);
    expect(byKind).toEqual({
      text: { equal: 1, differs: 0, onlySent: 0, onlyDerived: 0 },
      result: { equal: 0, differs: 1, onlySent: 0, onlyDerived: 0 },
    });
  });

  it('may have what no log holds in the one that was sent, and nothing else', () => {
    const sent = [user([text('<system-reminder>Tidy up.</system-reminder>'), text('Grind.')]), user('And sieve.')];
    const { differences } = compare(sent, [user('Grind.'), user('Rest.')], { system: 'You grind.', tools: [{ name: 'mill' }] });
    expect(differences.map(({ where, at, kind, expected }) => [where, at, kind, expected])).toEqual([
      ['only-sent', 0, 'tool', true],
      ['only-sent', 1, 'system', true],
      ['only-sent', 2, 'injected', true],
      ['differs', 4, 'text', false],
    ]);
  });

  it('expect what a program adds to a result, and nothing else in it', () => {
    const result = (content: string): JsonObject => user([{ type: 'tool_result', tool_use_id: 't1', content }]);
    const expected = (added: string) => compare([result(`flour${added}`)], [result('flour')]).differences[0]?.expected;
    expect(expected('\n\n<system-reminder>\nTidy up.\n</system-reminder>')).toBe(true);
    expect(expected(' and bran')).toBe(false);
  });

  it('are not held against each other where whoever captured one took thinking out', () => {
    const thought = (thinking: string): JsonObject => ({ role: 'assistant', content: [{ type: 'thinking', thinking, signature: 's' }] });
    expect(compare([thought('<REDACTED>')], [thought('Bran first.')]).differences).toEqual([]);
    expect(compare([thought('Flour first.')], [thought('Bran first.')]).differences).toHaveLength(1);
  });
});
