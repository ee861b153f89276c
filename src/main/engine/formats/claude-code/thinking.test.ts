import { describe, expect, it } from 'vitest';
import { claudeTree } from '../../testing/tree.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import { look } from '../../views/testing/look.ts';

describe('thinking of earlier turns', () => {
  const drawn = (model: string, version = '2.1.40'): string => {
    const by = (id: string, type: string): string =>
      JSON.stringify({ message: { id, role: 'assistant', model, content: [{ type, [type]: 'hm', signature: 's' }] } });
    return `
      u1 "go"
        a1 think "hm" <- step m1 ${by('m1', 'thinking')}
          a2 call Read t1 <- step m1
            r1 t1 "text"
              a3 think "hm" <- step m2 ${by('m2', 'thinking')}
                a4 "done" <- step m2 ${by('m2', 'text')}
                  u2 "and now?"
                    a5 think "hm" <- step m3 ${by('m3', 'thinking')}
                      a6 call Read t2 <- step m3
                        r2 t2 "more"
                          a7 "so" <- step m4 version ${version} ${by('m4', 'text')}
      `;
  };

  it.each(['claude-sonnet-4-5-20250929', 'claude-haiku-4-5', 'claude-opus-4-1-20250805', 'anthropic/claude-3-7-sonnet'])(
    'is not read again by %s, but that of the same turn is',
    async (model) => {
      expect((await look(drawn(model), 2)).blocks).toBe('u1 a1 a2 r1');
      const { view, blocks, omitted } = await look(drawn(model), 4);
      expect(blocks).toBe('u1 a2 r1 a4 u2 a5 a6 r2');
      expect(omitted).toEqual(['excluded-by-writer: a1 @1', 'excluded-by-writer: a3 @3']);
      expect(view.omissions[0]).toMatchObject({
        note: 'thinking of earlier turns, not shown again',
        tokens: { basis: 'estimated' },
      });
      expect((await look(drawn(model), 4, 'full')).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
    },
  );

  it.each(['claude-opus-4-5-20251101', 'claude-sonnet-4-6', 'claude-opus-5', 'gpt-5'])('is read again by %s', async (model) => {
    expect((await look(drawn(model), 4)).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
  });

  it('is read again by any model where the program asks to keep all of it', async () => {
    expect((await look(drawn('claude-sonnet-4-5', '2.1.92'), 4)).blocks).toBe('u1 a1 a2 r1 a3 a4 u2 a5 a6 r2');
  });

  it('is among the messages all the same, since it was sent', async () => {
    const imported = importRecords(claudeTree(drawn('claude-sonnet-4-5')));
    const sent = await messagesOf(imported.rim, imported.tape, 4, { type: 'as-recorded' });
    imported.store.close();
    const types = sent.flatMap(({ content }) =>
      Array.isArray(content) ? content.map((block) => (block as { type: string }).type) : 'text',
    );
    expect(types.join(' ')).toBe('text thinking tool_use tool_result thinking text text thinking tool_use tool_result');
  });

  it('is gone behind a login for any model, since it is signed for the account', async () => {
    const login = drawn('claude-opus-5').replace('u2 "and now?"', 'u2 "<command-name>/login</command-name>"');
    const { blocks, view } = await look(login, 4);
    expect(blocks).toBe('u1 a2 r1 a4 u2 a5 a6 r2');
    expect(view.blocks.find(({ entries }) => entries[0] === 7)?.label).toBe('/login');
  });
});
