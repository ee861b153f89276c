import { describe, expect, test } from 'vitest';
import { wholeAnswer } from '../formats/captured/stream.ts';
import { endpointOf } from './endpoint.ts';
import { createListener } from './stream.ts';
import { streamOf } from './testing/model-server.ts';

const ENV = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
const ANSWER = { text: 'Lit — “ünïcode” 🏮.', calls: [{ id: 'c1', name: 'fs_read', arguments: '{"path":"lämp.txt"}' }] };

describe.each(['anthropic:m', 'openai:m', 'openai-compatible:m'])('a stream of %s', (name) => {
  const { api } = endpointOf(name, ENV);
  const bytes = Buffer.from(streamOf(api.path, ANSWER));

  const heardIn = (pieces: readonly Uint8Array[]) => {
    let words = '';
    const listener = createListener(api, (text) => {
      words += text;
    });
    for (const piece of pieces) listener.feed(piece);
    listener.end();
    const { events } = listener.heard;
    return { ...listener.heard, words, said: api.said(wholeAnswer(events) ?? {}, events) };
  };

  test('is one answer wherever it is cut into two pieces', () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const { whole, failure, malformed, words, said } = heardIn([bytes.subarray(0, at), bytes.subarray(at)]);
      expect({ at, whole, failure, malformed, words, said }).toEqual({
        ...{ at, whole: true, failure: null, malformed: null, words: ANSWER.text },
        said: { text: ANSWER.text, calls: ANSWER.calls, cut: false },
      });
    }
  });

  test('that breaks off is not a whole answer, unless all of it was there', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const { whole, malformed, said } = heardIn([bytes.subarray(0, at)]);
      expect([at, malformed]).toEqual([at, null]);
      if (whole) expect(said).toEqual({ text: ANSWER.text, calls: ANSWER.calls, cut: false });
    }
  });

  test('says what the server says went wrong, and what is not an event', () => {
    const error = { type: 'error', message: 'Overloaded', error: { message: 'Overloaded' } };
    expect(heardIn([Buffer.from(`data: ${JSON.stringify(error)}\n\n`)])).toMatchObject({ failure: 'Overloaded', whole: false });
    expect(heardIn([Buffer.from('data: {"type": \n\n')]).malformed).toContain('not a JSON object');
  });
});
