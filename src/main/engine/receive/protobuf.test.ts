import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../formats/values.ts';
import { OTLP } from './otlp-schema.ts';
import { MalformedError, readMessage } from './protobuf.ts';
import { encode } from './testing/encode.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const hex = fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const anyValue = fc.letrec<{ value: JsonObject; pair: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text.map((stringValue) => ({ stringValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ intValue: String(value) })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc.array(tie('pair'), { minLength: 1, maxLength: 3 }).map((values) => ({ kvlistValue: { values } })),
  ),
  pair: fc.record({ key: text, value: tie('value') }),
}));
const span = fc.record({
  ...{ traceId: hex, spanId: hex, name: text, kind: fc.nat(5), startTimeUnixNano: nanos, endTimeUnixNano: nanos },
  attributes: fc.array(anyValue.pair, { minLength: 1, maxLength: 5 }),
  events: fc.array(fc.record({ timeUnixNano: nanos, name: text }), { minLength: 1, maxLength: 2 }),
  ...{ status: fc.record({ message: text, code: fc.nat(2) }), flags: fc.nat(1000) },
});

const requestOf = (spans: JsonObject[]): JsonObject => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'mill' }, spans }] }],
});

const read = (bytes: Buffer) => readMessage(bytes, 'ExportTraceServiceRequest', OTLP);

describe('a message of protobuf', () => {
  it('is read as the JSON that OTLP has for it', () =>
    fc.assert(
      fc.property(fc.array(span as fc.Arbitrary<JsonObject>, { minLength: 1, maxLength: 3 }), (spans) => {
        const request = requestOf(spans);
        expect(read(encode(request, 'ExportTraceServiceRequest'))).toEqual(request);
      }),
    ));

  it('is read without fields that nobody knows', () => {
    const strange = Buffer.from([
      0x98, 0x06, 0x01, 0x9a, 0x06, 0x02, 0x61, 0x62, 0xa1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8, 0xa5, 0x06, 1, 2, 3, 4,
    ]);
    const request = requestOf([{ name: 'chat' }]);
    expect(read(Buffer.concat([strange, encode(request, 'ExportTraceServiceRequest'), strange]))).toEqual(request);
  });

  it('is read or refused, whatever the bytes are', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(typeof read(Buffer.from(bytes))).toBe('object');
        } catch (failure) {
          expect(failure).toBeInstanceOf(MalformedError);
        }
      }),
    ));

  it.each([
    ['ends within a field', [0x0a, 0x05, 0x01]],
    ['has a number that does not end', Array.from({ length: 12 }, () => 0xff)],
    ['has a field of a type that there is not', [0x0b]],
  ])('is refused where it %s', (_, bytes) => expect(() => read(Buffer.from(bytes))).toThrow(MalformedError));

  it('is refused where it nests deeper than anything real', () => {
    let value: JsonObject = { stringValue: 'deep' };
    for (let depth = 0; depth < 80; depth += 1) value = { arrayValue: { values: [value] } };
    expect(() => read(encode(requestOf([{ attributes: [{ key: 'a', value }] }]), 'ExportTraceServiceRequest'))).toThrow('nests deeper');
  });
});
