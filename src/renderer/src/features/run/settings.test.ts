import { expect, test } from 'vitest';
import type { RunSetup } from '../../../../shared/model/run.ts';
import { settle, toolsOf, whyNoModel } from './settings.ts';

const tool = (name: string, remembered: 'always' | 'never' | null = null) => ({
  ...{ name, description: '', tokens: 10, asks: true, rules: [], remembered },
});
const SETUP: RunSetup = {
  folder: '/home/ada/harbour',
  providers: [
    { name: 'anthropic', why: 'anthropic needs a key in ANTHROPIC_API_KEY.' },
    { name: 'openai', why: null },
  ],
  model: 'openai:gpt-5.2',
  models: [],
  tools: [tool('fs.read'), tool('bash', 'never'), tool('fs.write')],
  chosen: ['fs.read', 'bash'],
  run: null,
};

test('a run begins as the workspace says, and as somebody changed it', () => {
  expect(settle({}, SETUP)).toEqual({
    model: 'openai:gpt-5.2',
    tools: ['fs.read'],
    bounds: { steps: 20, tokens: null, dollars: null, seconds: 600 },
  });
  expect(settle({ model: ' openai:other ', steps: '3', budget: '$2', minutes: '0.5', tools: ['fs.write', 'gone'] }, SETUP)).toEqual({
    model: 'openai:other',
    tools: ['fs.write'],
    bounds: { steps: 3, tokens: null, dollars: 2, seconds: 30 },
  });
  expect(toolsOf({ tools: ['bash'] }, SETUP)).toEqual([]);
});

test('what cannot be sent says why in one sentence', () => {
  expect(whyNoModel('', SETUP)).toBe('Name a model: anthropic:…, openai:….');
  expect(whyNoModel('openai:', SETUP)).toContain('A model is named PROVIDER:NAME');
  expect(whyNoModel('nobody:m', SETUP)).toContain('with one of anthropic:…, openai:…');
  expect(whyNoModel('anthropic:m:1', SETUP)).toBe('anthropic needs a key in ANTHROPIC_API_KEY. Then start Tapescope again.');
  expect(whyNoModel('openai:m:1', SETUP)).toBeNull();
  for (const [change, why] of [
    [{ steps: '0' }, 'Requests are a whole number'],
    [{ steps: '1.5' }, 'Requests are a whole number'],
    [{ minutes: 'x' }, 'Minutes are a number'],
    [{ budget: 'much' }, 'The budget takes tokens, such as 50000'],
  ] as const)
    expect(settle(change, SETUP)).toEqual({ why: expect.stringContaining(why) });
});
