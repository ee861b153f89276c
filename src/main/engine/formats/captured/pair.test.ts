import { describe, expect, it } from 'vitest';
import { ofPair, pairsIn } from './pair.ts';

const BODY = { model: 'mill-1', messages: [{ role: 'user', content: 'Grind.' }] };
const SECRETS = { authorization: 'Bearer sk-0123456789', 'x-api-key': 'key-0123456789', cookie: 'a=1', 'chatgpt-account-id': 'acct-01234' };

describe('a request and its answer as programs keep them', () => {
  it('have body, times and ids, and no header that may open an account', () => {
    const pair = {
      request: {
        timestamp: 1767603600.5,
        method: 'POST',
        url: 'https://host/v1/messages?beta=true&key=AIza',
        headers: SECRETS,
        body: BODY,
      },
      response: {
        timestamp: 1767603602,
        status_code: 200,
        headers: { 'request-id': 'req_1', 'set-cookie': 'b=2' },
        body_raw: '{"id":"msg_1"}',
      },
    };
    const exchange = ofPair(pair, 'a proxy');
    expect(exchange).toEqual({
      ...{ at: 1767603600500, ended: 1767603602000, method: 'POST', path: '/v1/messages', status: 200, by: 'a proxy' },
      ...{ join: { request_id: 'req_1' }, request: BODY, response: { id: 'msg_1' }, before: [] },
    });
    expect(JSON.stringify(exchange)).not.toMatch(/sk-0|key-0|AIza|acct|[ab]=[12]/);
  });

  it('are read out of archives of HTTP, with headers as objects and bodies as text', () => {
    const entry = {
      ...{ startedDateTime: '2026-01-05T09:00:00.000Z', time: 250 },
      request: {
        method: 'POST',
        url: 'https://host/v1/messages',
        headers: [{ name: 'Session_id', value: 's1' }],
        postData: { text: JSON.stringify(BODY) },
      },
      response: { status: 200, headers: [], content: { text: Buffer.from('{"id":"msg_1"}').toString('base64'), encoding: 'base64' } },
    };
    const { pairs, by } = pairsIn({ log: { version: '1.2', entries: [entry] } });
    expect(by).toBe('HAR');
    expect(pairs.map((pair) => ofPair(pair, by))).toMatchObject([
      {
        at: Date.UTC(2026, 0, 5, 9),
        ended: Date.UTC(2026, 0, 5, 9) + 250,
        join: { session_id: 's1' },
        request: BODY,
        response: { id: 'msg_1' },
      },
    ]);
  });

  it('have what was kept once for many put back', () => {
    const ref = { __claude_tap_blob_ref__: { hash: 'sha256:1' } };
    const record = {
      record: {
        request: { method: 'POST', path: '/v1/responses', body: { model: 'm', tools: ref, input: [] } },
        response: { status: 200, body: {} },
      },
    };
    const { pairs } = pairsIn({ records: [record], blobs: { 'sha256:1': { payload: [{ name: 'ls' }] } } });
    expect(ofPair(pairs[0] ?? {}, '').request).toEqual({ model: 'm', tools: [{ name: 'ls' }], input: [] });
  });
});
