import { describe, expect, test } from 'vitest';
import { entryOf, payloadOf } from './payload.ts';

describe('a payload on the command line', () => {
  test.each([
    ['message', 'hello', { role: 'user', content: 'hello' }],
    ['system', 'be kind', { content: 'be kind' }],
    ['event', 'started', { text: 'started' }],
    ['note', '12', { text: '12' }],
    ['note', '"quoted"', { text: '"quoted"' }],
    ['note', 'null', { text: 'null' }],
    ['message', '{"role":"assistant","content":"hi"}', { role: 'assistant', content: 'hi' }],
    ['note', ' [1, 2]', [1, 2]],
    ['note', '[see above', { text: '[see above' }],
  ])('%s %s', (kind, text, payload) => {
    expect(payloadOf(kind, text)).toEqual({ payload, note: null });
  });

  test('text that was likely meant as JSON is kept as text, and that is said', () => {
    expect(payloadOf('event', '{"name": start}')).toEqual({
      payload: { text: '{"name": start}' },
      note: 'The payload looks like JSON but is not valid, so it was appended as text.',
    });
  });
});

test('numbers that cannot be held stay as they are written, on the command line and on stdin', () => {
  const text = '{"id":12345678901234567890,"far":1e999,"fine":0.12345678901234567890,"usual":9007199254740991}';
  expect(JSON.stringify(payloadOf('note', text).payload)).toBe(text);
  const read = entryOf(`{"payload":${text},"corrects":2}`, {});
  expect(JSON.stringify(read)).toBe(`{"entry":{"payload":${text},"corrects":2}}`);
  expect(payloadOf('note', '{"at":1795262462123,"e":1e5}').payload).toEqual({ at: 1795262462123, e: 100000 });
});

describe('a line of stdin', () => {
  test('takes what it says, and for the rest what the command line says', () => {
    const defaults = { kind: 'event', meta: { run_id: 'r1' } };
    expect(entryOf('{"payload": 1}', defaults)).toEqual({ entry: { kind: 'event', payload: 1, meta: { run_id: 'r1' } } });
    expect(entryOf('{"kind": "note", "payload": null, "meta": {}, "anchor": "a", "corrects": 3}', defaults)).toEqual({
      entry: { kind: 'note', payload: null, meta: {}, anchor: 'a', corrects: 3 },
    });
  });

  test('what our own answers hold next to the entry is given again', () => {
    expect(entryOf('{"id":7,"at":"2026-01-01T00:00:00.000Z","session":"main","kind":"note","payload":1}', {})).toEqual({
      entry: { kind: 'note', payload: 1 },
    });
  });

  test.each([
    ['{"payload"', 'is not JSON'],
    ['"text"', 'is not a JSON object'],
    ['[]', 'is not a JSON object'],
    ['{"kind":"note"}', 'has no payload'],
    ['{"payloads":1}', 'has "payloads", which no entry has: there are kind, payload, meta, anchor, corrects'],
    ['{"payload":1,"kind":""}', 'has no text of 1 to 64 characters as its kind'],
    ['{"payload":1,"anchor":7}', 'has no text of 1 to 200 characters as its anchor'],
    ['{"payload":1,"meta":[]}', 'has a meta that is not an object'],
    ['{"payload":1,"corrects":0}', 'corrects something that is not an id'],
    ['{"payload":1,"corrects":"1"}', 'corrects something that is not an id'],
  ])('%s', (line, fault) => {
    expect(entryOf(line, {})).toEqual({ fault });
  });
});
