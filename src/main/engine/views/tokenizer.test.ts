import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countText, createCounter, encodingFor, LONGEST_COUNTED } from './tokenizer.ts';

describe('the tokenizer of a model', () => {
  it.each([
    ['gpt-5', 'o200k_base'],
    ['openai:gpt-4o-mini', 'o200k_base'],
    ['openrouter:openai/o3-mini', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-4-turbo', 'cl100k_base'],
    ['gpt-4.1', 'o200k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
  ])('%s is counted with %s', (model, encoding) => expect(encodingFor(model)).toBe(encoding));

  it.each(['claude-sonnet-4-5', 'openrouter:qwen/qwen3-coder', 'gemini-3-pro', 'open-mistral', '', null])('%s has none', (model) =>
    expect(encodingFor(model)).toBeNull(),
  );
});

describe('counting', () => {
  it('counts ordinary text exactly, special tokens as plain text', async () => {
    const text = 'Read `src/errors/map.ts`, then say <|endoftext|>.\n\n你好，世界。 Ça va?';
    const counted = await createCounter().count('o200k_base', [{ key: 'a', chars: text.length, load: () => text }]);
    expect(counted).toEqual([countTokens(text, { disallowedSpecial: new Set() })]);
    expect(counted[0]).toBeGreaterThan(20);
  });

  it('hands the tokenizer no run longer than 300 characters', () => {
    const seen: number[] = [];
    const text = `${'好'.repeat(1000)} word ${' '.repeat(700)}${'-'.repeat(900)}end`;
    countText(text, (piece) => seen.push(piece.length));
    expect(Math.max(...seen)).toBeLessThanOrEqual(300);
    expect(seen.at(-1)).toBe(3);
  });

  it('counts each text once, whatever the loads', async () => {
    const counter = createCounter();
    let loads = 0;
    const text = { key: 'a', chars: 2, load: () => (++loads > 0 ? 'hi' : '') };
    await counter.count('o200k_base', [text]);
    expect(await counter.count('o200k_base', [text, text])).toEqual([1, 1]);
    expect(counter.known('o200k_base', 'a')).toBe(1);
    expect(counter.known('cl100k_base', 'a')).toBeUndefined();
    expect(loads).toBe(1);
  });

  it('leaves huge texts to the estimate without loading them', async () => {
    const load = () => {
      throw new Error('nobody should load this');
    };
    expect(await createCounter().count('o200k_base', [{ key: 'a', chars: LONGEST_COUNTED + 1, load }])).toEqual([undefined]);
  });
});
