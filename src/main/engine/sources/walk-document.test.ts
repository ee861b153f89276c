import { closeSync, openSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../formats/mend.ts';
import type { Json } from '../formats/values.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { JsonCursor } from './json-cursor.ts';
import { recordPaths } from './record-paths.ts';
import { type DocumentPart, walkDocument } from './walk-document.ts';

const PATHS = ['*', 'messages.*', 'info', 'trace.spans.*', 'tapes.*.steps.*'];

const folder = tempFolder();

const walk = (content: string | Buffer, { paths = PATHS, chunk = 1 << 20, lists = false } = {}): DocumentPart[] => {
  const bytes = Buffer.from(content);
  const file = openSync(writeFile(folder, 'document.json', bytes), 'r');
  try {
    return [...walkDocument(new JsonCursor(file, bytes.length, chunk), recordPaths(paths), lists)];
  } finally {
    closeSync(file);
  }
};

const values = (parts: readonly DocumentPart[]) => parts.map(({ value }) => value);
const reasons = (parts: readonly DocumentPart[]) =>
  parts.flatMap(({ line, reason }) => (reason === null ? [] : [`${line + 1}: ${reason}`]));
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

/** What no part holds: brackets, commas, blank space, and the keys on the way to the records. */
const FRAME = /^(?:[\s,[\]{}]|"(?:messages|trace|spans|tapes|steps)"\s*:)*$/;

const holdBytes = (content: string | Buffer, parts: readonly DocumentPart[]): void => {
  const bytes = Buffer.from(content);
  let at = 0;
  for (const { from, to, line, value } of parts) {
    expect(from >= at && to >= from && to <= bytes.length).toBe(true);
    expect(bytes.toString('latin1', at, from)).toMatch(FRAME);
    expect(bytes.subarray(0, from).filter((byte) => byte === 10)).toHaveLength(line);
    if (value !== null) expect(parseRecord(bytes.subarray(from, to))).toEqual(value);
    at = to;
  }
  expect(bytes.toString('latin1', at)).toMatch(FRAME);
};

const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>, { maxKeys: 4 });
const members = fc.dictionary(fc.constantFrom('title', 'cwd', 'a "b"', 'env'), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, {
  minKeys: 1,
});
const indent = fc.constantFrom(undefined, 2, '\t');

describe('a document that is walked through', () => {
  it('has a list for a record where the format has some, and says what it is where none is', () => {
    const text = JSON.stringify([[1, ['a']], { role: 'user' }], null, 1);
    const parts = walk(text, { lists: true });
    expect(values(parts)).toEqual([{ list: [1, ['a']] }, { role: 'user' }]);
    holdBytes(text, parts);
    expect(reasons(walk(text))).toEqual(['2: it is JSON, but a list where a record was expected']);
  });

  it('has its header, its records and its footer, each where its bytes are, in chunks of any size', () => {
    fc.assert(
      fc.property(members, fc.array(record), members, indent, fc.integer({ min: 1, max: 90 }), (header, messages, footer, space, chunk) => {
        const tail = Object.fromEntries(Object.entries(footer).map(([key, value]) => [`${key}2`, value]));
        const text = JSON.stringify({ ...header, messages, ...tail }, null, space);
        const parts = walk(text, { chunk });
        expect(values(parts)).toEqual(JSON.parse(JSON.stringify([header, ...messages, tail])));
        expect(reasons(parts)).toEqual([]);
        holdBytes(text, parts);
      }),
    );
  });

  it('may be a list, several lists, lists in lists, or several documents in one file', () => {
    expect(values(walk('\ufeff[{"a":1}, {"a":2},]'))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(values(walk('{"id":1,"info":{"x":2},"messages":[{"m":1}],"trace":{"id":3,"spans":[{"s":1}]},"end":4}'))).toEqual([
      ...[{ id: 1 }, { x: 2 }, { m: 1 }, { id: 3 }, { s: 1 }, { end: 4 }],
    ]);
    const tapes = {
      tapes: [
        { id: 1, steps: [{ s: 1 }] },
        { id: 2, steps: [{ s: 2 }, { s: 3 }] },
      ],
    };
    const text = `${JSON.stringify(tapes)}\n${JSON.stringify(tapes, null, 2)}`;
    const once = [{ id: 1 }, { s: 1 }, { id: 2 }, { s: 2 }, { s: 3 }];
    expect(values(walk(text))).toEqual([...once, ...once]);
    holdBytes(text, walk(text));
  });

  it('takes a list of another kind for a member like any other', () => {
    expect(values(walk('{"messages":{"a":1},"info":[1],"trace":7}'))).toEqual([{ messages: { a: 1 }, info: [1], trace: 7 }]);
  });

  it('is read however deep it is', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const parts = walk(`{"messages":[{"a":1},{"b":${deep}},{"c":1}]}`);
    expect(parts).toHaveLength(3);
    expect(values(parts)).toEqual([{ a: 1 }, expect.anything(), { c: 1 }]);
  });
});

describe('a broken document', () => {
  const whole = {
    id: 'x',
    messages: Array.from({ length: 5 }, (_, at) => ({ id: at, text: `word ${at} {["}`, calls: [{ id: 'c', name: 'run' }] })),
  };
  const text = JSON.stringify(whole, null, 2);
  const others = [{ id: 'x' }, ...whole.messages.filter(({ id }) => id !== 2)];

  it.each([
    ['a value that is none', '"id": 2', '"id": nope', 'it is not valid JSON'],
    ['a brace that is missing', '"text": "word 2 {[\\"}",', '"text": {"word": 2,', 'its record is cut off'],
    ['a quote that is missing', '"text": "word 2 {[\\"}",', '"text": "word 2,', 'it is not valid JSON'],
  ])('costs the record in which something is wrong, and no other: %s', (_name, sought, put, why) => {
    const broken = text.replace(sought, put);
    expect(broken).not.toBe(text);
    const parts = walk(broken);
    expect(values(parts).filter((value) => value !== null)).toEqual(others);
    const start = lineOf(text, '"id": 2') - 1;
    expect(reasons(parts)).toEqual([`${start}: ${why}`]);
    holdBytes(broken, parts);
  });

  it('says where it ends in the middle', () => {
    const parts = walk(text.slice(0, text.indexOf('word 3')));
    expect(values(parts)).toEqual([{ id: 'x' }, ...whole.messages.slice(0, 3), null]);
    expect(reasons(parts)).toEqual([`${lineOf(text, '"id": 3') - 1}: it is torn: the document ends in the middle of it`]);
    expect(reasons(walk('{"id":"x","messages":[{"a":1}'))).toEqual(['1: the document ends in the middle']);
  });

  it('is mended where a comma is missing or NUL bytes are in it, and says what is not a record', () => {
    expect(reasons(walk('[{"a":1} {"a":2},{"a":"\0"}, 7, "x", }, {"b":1}]'))).toEqual([
      '1: a comma before it is missing',
      '1: NUL bytes in it were removed',
      '1: it is JSON, but a number where a record was expected',
      '1: it is JSON, but a string where a record was expected',
      '1: it is not JSON',
    ]);
    expect(values(walk('{"id":1, nope, "messages":[{"a":1}], "x"}'))).toEqual([{ id: 1 }, null, { a: 1 }, null]);
  });

  it('begins with the same records wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.array(record), indent, fc.double({ min: 0, max: 1, noNaN: true }), (messages, space, share) => {
        const bytes = Buffer.from(JSON.stringify({ id: 'x', messages }, null, space));
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        const parts = walk(cut);
        const read = values(parts).filter((value) => value !== null);
        expect(read).toEqual(JSON.parse(JSON.stringify([{ id: 'x' }, ...messages].slice(0, read.length))));
        holdBytes(cut, parts);
      }),
    );
  });

  it('has each byte in one part or in the frame, whatever happened to it', () => {
    const damage = fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '\n', 'x', '')), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(damage, indent, fc.integer({ min: 1, max: 400 }), (all, space, chunk) => {
        let struck = JSON.stringify(whole, null, space);
        for (const [at, put] of all) struck = struck.slice(0, at) + put + struck.slice(at + 1);
        const parts = walk(struck);
        holdBytes(struck, parts);
        expect(walk(struck, { chunk })).toEqual(parts);
      }),
      { numRuns: 300 },
    );
  });
});
