import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOf } from './exchange.ts';
import { ofPair } from './pair.ts';

const secret = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/).map((text) => `zz${text}`);
const name = fc.constantFrom(
  'authorization',
  'Authorization',
  'x-api-key',
  'Cookie',
  'set-cookie',
  'proxy-authorization',
  'chatgpt-account-id',
  'x-odd-header',
);

it('nothing that headers or addresses hold is in the record of a request', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, secret), { maxLength: 6 }),
      secret,
      fc.constantFrom('object', 'pairs', 'named'),
      (headers, key, shape) => {
        const of = {
          object: Object.fromEntries(headers),
          pairs: headers.map(([one, value]) => [one, value]),
          named: headers.map(([one, value]) => ({ name: one, value })),
        }[shape];
        const request = { method: 'POST', url: `https://host/v1/messages?key=${key}`, headers: of, body: { model: 'm', messages: [] } };
        const text = JSON.stringify(
          recordOf(ofPair({ request, response: { status: 200, headers: of, body: { id: 'msg_1' } } }, 'a proxy')),
        );
        for (const [, value] of [...headers, ['', key] as const]) expect(text).not.toContain(value);
      },
    ),
  );
});
