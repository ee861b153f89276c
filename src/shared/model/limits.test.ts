import { expect, it } from 'vitest';
import { contextLimit } from './limits.ts';

it.each([
  ['claude-sonnet-4-5-20250929', 0, 200_000],
  ['claude-opus-4-6[1m]', 0, 1_000_000],
  ['claude-sonnet-4-5', 310_000, 1_000_000],
  ['openrouter:openai/gpt-4o-mini', 0, 128_000],
  ['gpt-4.1', 0, 1_047_576],
  ['gpt-4o', 200_000, null],
  ['my-own-model', 0, null],
  [null, 0, null],
])('%s with %s tokens read is limited to %s', (model, recorded, limit) => expect(contextLimit(model, recorded)).toBe(limit));
