import { describe, expect, test } from 'vitest';
import { keptHeaders, keptUrl, secretsIn } from './headers.ts';

const RAW = [
  'Authorization',
  'Bearer sk-0123456789',
  'X-Api-Key',
  'key-abcdefgh',
  'Content-Type',
  'application/json',
  'X-Odd',
  'odd-odd-odd',
];

describe('headers', () => {
  test('keeps only what is listed', () => {
    expect(keptHeaders([...RAW, 'anthropic-ratelimit-tokens-limit', '5'])).toEqual({
      'content-type': 'application/json',
      'anthropic-ratelimit-tokens-limit': '5',
    });
  });

  test('finds the credentials of a request, with and without the word before them', () => {
    expect(secretsIn(RAW, '/v1/models?key=AIza-12345678&alt=sse')).toEqual([
      'Bearer sk-0123456789',
      'sk-0123456789',
      'key-abcdefgh',
      'AIza-12345678',
    ]);
  });

  test('takes parameters out of an address that nobody listed', () => {
    expect(keptUrl('https://host/v1beta/x:stream?alt=sse&key=AIza-1')).toBe('https://host/v1beta/x:stream?alt=sse&key=…');
    expect(keptUrl('https://host/v1')).toBe('https://host/v1');
  });
});
