import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../values.ts';
import { answerBody, answersOf, askedBody, inOrder } from './bodies.ts';

const user = (text: string): JsonObject => ({
  role: 'user',
  content: [
    { type: 'text', text: '<system-reminder>Windy.</system-reminder>' },
    { type: 'text', text },
  ],
});
const assistant = (text: string): JsonObject => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: '<REDACTED>' },
    { type: 'text', text },
  ],
});
const asked = (path: string, at: number, ...messages: JsonObject[]) =>
  askedBody(path, at, { model: 'm', metadata: { user_id: 's' }, messages });
const answer = (path: string, at: number, text: string) => answerBody(path, at, { model: 'm', content: [{ type: 'text', text }] });

const FIRST = [user('Grind.'), assistant('Ground.'), user('And sieve.')];
const pairs = (requests: ReturnType<typeof asked>[], answers: ReturnType<typeof answer>[]) =>
  Object.fromEntries(answersOf(requests, answers));

describe('answers that no index names', () => {
  it('belong to the request before the one that repeats them, and the newest to the only one that is open', () => {
    const requests = [asked('q1', 1, FIRST[0] ?? {}), asked('q2', 5, ...FIRST)];
    expect(pairs(requests, [answer('a2', 6, 'Sieved.'), answer('a1', 2, 'Ground.')])).toEqual({ q1: 'a1', q2: 'a2' });
  });

  it('belong to the last of several attempts', () => {
    const requests = [asked('failed', 1, FIRST[0] ?? {}), asked('again', 2, FIRST[0] ?? {}), asked('q2', 5, ...FIRST)];
    expect(pairs(requests, [answer('a1', 3, 'Ground.'), answer('a2', 6, 'Sieved.')])).toEqual({ again: 'a1', q2: 'a2' });
  });

  it('belong to nobody where two may have got them', () => {
    const requests = [asked('one', 1, user('Count the sacks.')), asked('two', 1, user('Count the stones.'))];
    expect(pairs(requests, [answer('a', 2, 'Three.'), answer('b', 3, 'Three.')])).toEqual({});
    expect(pairs(requests.slice(0, 1), [answer('early', 0, 'Three.')])).toEqual({});
  });
});

describe('requests of a folder', () => {
  it('are in the order of their times, or of what they hold where a copy has lost those', () => {
    const [begin, end] = [asked('begin', 2, FIRST[0] ?? {}), asked('end', 1, ...FIRST)];
    expect(inOrder([begin, end]).map(({ path }) => path)).toEqual(['begin', 'end']);
    const other = asked('other', 1, user('Rest.'), assistant('I rest.'), user('More.'));
    expect(inOrder([begin, other]).map(({ path }) => path)).toEqual(['other', 'begin']);
  });
});
