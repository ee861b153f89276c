import { describe, expect, it } from 'vitest';
import { contextLimit, plainModel } from './limits.ts';

describe('the plain name of a model', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929'],
    ['claude-opus-4-5[1m]', 'claude-opus-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929'],
    ['bedrock/arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-3-7-sonnet-20250219-v1:0', 'claude-3-7-sonnet-20250219'],
    ['claude-opus-4-1@20250805', 'claude-opus-4-1-20250805'],
    ['openrouter:qwen/qwen3-coder', 'qwen3-coder'],
    ['qwen3-coder:30b', 'qwen3-coder'],
    ['openai:gpt-4o', 'gpt-4o'],
    ['somebody/else:latest', 'latest'],
    [null, ''],
  ])('%s is %s', (model, name) => {
    expect(plainModel(model)).toBe(name);
  });
});

it('a limit is known whoever serves the model', () => {
  expect(contextLimit('us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toBe(200_000);
  expect(contextLimit('qwen3-coder:30b')).toBe(262_144);
  expect(contextLimit('nobody-knows')).toBeNull();
});
