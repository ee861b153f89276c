import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../shared/model/index.ts';
import { claudeTree } from '../testing/tree.ts';
import type { JsonObject } from './format.ts';
import { type LineEnd, type LineReader, type LineSink, type LineStart, LONGEST_LINE, lineReader } from './lines.ts';
import { parseRecord } from './mend.ts';

interface Got {
  records: { value: JsonObject; offset: number; length: number; line: number; repaired: string | null }[];
  problems: Problem[];
}

const collector = (): LineSink & { got: Got } => {
  const got: Got = { records: [], problems: [] };
  return {
    got,
    record: (value, offset, length, line, repaired) => got.records.push({ value, offset, length, line, repaired }),
    problem: (problem) => got.problems.push(problem),
  };
};

/** Reads bytes in chunks of `chunk`, the chunk buffer being overwritten after each push, as a file reader does. */
function read(content: string | Buffer, options: { chunk?: number; final?: boolean; start?: LineStart } = {}): Got & { end: LineEnd } {
  const bytes = Buffer.from(content);
  const sink = collector();
  const reader = lineReader(sink, options.start);
  pushAll(reader, bytes, options.chunk ?? 1 << 20);
  return { ...sink.got, end: reader.end(options.final ?? true) };
}

function pushAll(reader: LineReader, bytes: Buffer, chunk: number): void {
  const buffer = Buffer.alloc(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const read = bytes.copy(buffer, 0, at, at + chunk);
    reader.push(buffer.subarray(0, read));
    buffer.fill(0x7d);
  }
}

const values = (got: Got) => got.records.map((record) => record.value);

/** Every record must come back from its own offset and length. */
function expectPointers(content: string | Buffer, got: Got): void {
  const bytes = Buffer.from(content);
  for (const { value, offset, length } of got.records) expect(parseRecord(bytes, offset, offset + length)).toEqual(value);
}

describe('lines that are in order', () => {
  it('gives each record its bytes and its line', () => {
    const content = '{"a":1}\n{"b":"é中🙂"}\r\n\n  \n{"c":3}\n';
    const got = read(content);
    expect(values(got)).toEqual([{ a: 1 }, { b: 'é中🙂' }, { c: 3 }]);
    expect(got.records.map(({ line, repaired }) => [line, repaired])).toEqual([
      [1, null],
      [2, null],
      [5, null],
    ]);
    expect(got.records[1]).toMatchObject({ offset: 8, length: Buffer.byteLength('{"b":"é中🙂"}') });
    expectPointers(content, got);
    expect(got.end.counts).toEqual({ total: 5, withEntries: 3, blank: 2, unreadable: 0, repaired: 0 });
  });

  it('reads the same in chunks of any size', () => {
    const content = '{"a":"日本"}\n{"b":1}{"c":2}\n\0\0{"d":4}\nnope\n{"e":5}';
    const whole = read(content);
    for (let chunk = 1; chunk < 20; chunk += 1) expect(read(content, { chunk })).toEqual(whole);
    expect(values(whole)).toHaveLength(5);
  });

  it('counts lines and bytes on from where it is told to begin', () => {
    const got = read('{"a":1}\n', { start: { offset: 1000, line: 77 } });
    expect(got.records[0]).toMatchObject({ offset: 1000, line: 77 });
    expect(got.end.next).toEqual({ offset: 1008, line: 78, open: false });
  });

  it('does not hold more than a line when a line is longer than many chunks', () => {
    const long = JSON.stringify({ text: 'x'.repeat(300_000) });
    const got = read(`${long}\n{"a":1}\n`, { chunk: 1000 });
    expect(got.records.map((record) => record.length)).toEqual([long.length, 7]);
  });
});

describe('the end of the input', () => {
  it('takes a last line without a line feed if it is a record', () => {
    const got = read('{"a":1}\n{"b":2}', { final: false });
    expect(values(got)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(got.end).toMatchObject({ partial: null, next: { offset: 15, line: 2, open: true } });
  });

  it('leaves a torn last line to the follower, and counts it when nothing will follow', () => {
    const torn = '{"a":1}\n{"type":"us';
    const following = read(torn, { final: false });
    expect(following.end).toMatchObject({ partial: { offset: 8, length: 11, line: 2 }, next: { offset: 8, line: 2, open: false } });
    expect(following.end.counts).toEqual({ total: 1, withEntries: 1, blank: 0, unreadable: 0, repaired: 0 });
    const final = read(torn);
    expect(final.end.counts).toEqual({ total: 2, withEntries: 1, blank: 0, unreadable: 1, repaired: 0 });
    expect(final.problems).toEqual([{ line: 2, offset: 8, length: 11, outcome: 'unreadable', reason: 'its record is cut off' }]);
  });

  it.each([
    ['a line feed and more', '\n{"c":3}\n', [{ c: 3 }], 1],
    ['a second record on the open line', '{"x":0}\n{"c":3}\n', [{ x: 0 }, { c: 3 }], 1],
  ])('continues after a line that was taken without its line feed: %s', (_name, more, expected, total) => {
    const first = read('{"b":2}', { final: false });
    const second = read(more, { start: first.end.next });
    expect(values(second)).toEqual(expected);
    expect(second.end.counts.total).toBe(total);
    expect(second.records.at(-1)?.line).toBe(2);
    expectPointers(`{"b":2}${more}`, second);
  });

  it('gives the same records whether a file is read at once or grows byte by byte', () => {
    const records = claudeTree('u1 "go" > a1 call Bash t1 <- step m1 > r1 t1 "größer" > a2 "done" <- step m2');
    const content = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
    const sink = collector();
    let at: LineStart = { offset: 0, line: 1 };
    for (let size = 0; size <= content.length; size += 97) {
      const reader = lineReader(sink, at);
      reader.push(content.subarray(at.offset, size));
      at = reader.end().next;
    }
    const reader = lineReader(sink, at);
    reader.push(content.subarray(at.offset));
    reader.end();
    expect(values(sink.got)).toEqual(records);
    expect(sink.got.problems).toEqual([]);
  });
});

describe('mending', () => {
  it.each([
    ['two records on one line', '{"a":"}{"}{"b":"\\"}{"}', [{ a: '}{' }, { b: '"}{' }], '2 records on one line'],
    ['three with space between', '{"a":1} {"b":2}\t{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }], '3 records on one line'],
    ['NULs before a record', '\0\0\0{"a":1}', [{ a: 1 }], 'NUL bytes were removed'],
    ['NULs inside a record', '{"a":"x\0\0y"}', [{ a: 'xy' }], 'NUL bytes were removed'],
    ['a byte order mark', '\ufeff{"a":1}', [{ a: 1 }], 'a byte order mark stood before it'],
  ])('%s', (_name, line, expected, reason) => {
    const got = read(`${line}\n`);
    expect(values(got)).toEqual(expected);
    expect(got.records.every((record) => record.repaired === reason && record.line === 1)).toBe(true);
    expect(got.problems).toEqual([{ line: 1, offset: 0, length: Buffer.byteLength(line), outcome: 'repaired', reason }]);
    expect(got.end.counts).toEqual({ total: 1, withEntries: 1, blank: 0, unreadable: 0, repaired: 1 });
    expectPointers(line, got);
  });

  it.each([
    ['a record spliced into a string', '{"a":"tr', '{"type":"user","n":1}'],
    ['a record spliced in behind a key', '{"type":"user","message":', '{"type":"user","sessionId":"s","uuid":"u"}'],
    ['two records behind the torn one', '{"a":{"b":["x","y', '{"type":"user","n":1}{"type":"user","n":2}'],
    ['a record after a prefix that is not JSON', 'panic: ', '{"type":"user","n":1}'],
    ['NULs where the end of the torn one should be', '{"type":"us\0\0\0', '{"type":"user","n":1}'],
  ])('recovers %s and keeps the torn head', (_name, head, tail) => {
    const got = read(`{"z":0}\n${head}${tail}\n`);
    expect(
      got.records
        .slice(1)
        .map((record) => JSON.stringify(record.value))
        .join(''),
    ).toBe(tail);
    expectPointers(`{"z":0}\n${head}${tail}\n`, got);
    expect(got.problems.map(({ outcome }) => outcome)).toEqual(['repaired', 'unreadable']);
    expect(got.problems[1]).toMatchObject({ line: 2, offset: 8 });
    expect(got.problems[1]?.length).toBe(Buffer.byteLength(head));
    expect(got.end.counts).toMatchObject({ total: 2, withEntries: 2, unreadable: 0, repaired: 1 });
  });

  it('keeps a whole record whose neighbour on the line is torn', () => {
    const got = read('{"a":1}{"type":"user","mess\n');
    expect(values(got)).toEqual([{ a: 1 }]);
    expect(got.problems[1]).toMatchObject({ outcome: 'unreadable', offset: 7, length: 20 });
  });

  it.each([
    ['{"type":"user","message":{"role":"user","content":"x"},"uuid":tru', 'it is not valid JSON'],
    ['{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}', 'its record is cut off'],
    ['{this is not JSON}', 'it is not valid JSON'],
    ['12', 'it is JSON, but a number where a record was expected'],
    ['"text"', 'it is JSON, but a string where a record was expected'],
    ['null', 'it is JSON, but null where a record was expected'],
    ['[{"type":"user"}]', 'it is JSON, but a list where a record was expected'],
    ['\0\0\0', 'it holds nothing but NUL bytes'],
    ['Traceback (most recent call last):', 'it is not JSON'],
  ])('takes no part of a record for a record: %j', (line, reason) => {
    const got = read(`${line}\n{"a":1}\n`);
    if (line.endsWith('tru')) expect(got.problems[0]?.reason).toMatch(/cut off|valid/);
    else expect(got.problems[0]?.reason).toBe(reason);
    expect(values(got)).toEqual([{ a: 1 }]);
    expect(got.end.counts).toEqual({ total: 2, withEntries: 1, blank: 0, unreadable: 1, repaired: 0 });
    expect(got.problems[0]).toMatchObject({ line: 1, offset: 0, length: Buffer.byteLength(line), outcome: 'unreadable' });
  });

  it('lets lone surrogates through', () => {
    expect(values(read('{"a":"\\ud83d x"}\n'))).toEqual([{ a: '\ud83d x' }]);
  });

  it('gives up on a hostile line after a bounded number of passes over it', () => {
    const got = read(`${'{"'.repeat(200_000)}\n{"a":1}\n`);
    expect(got.end.counts).toMatchObject({ withEntries: 1, unreadable: 1 });
  });
});

describe('laws', () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
  const line = fc.oneof(
    { weight: 4, arbitrary: record },
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    fc.array(record, { minLength: 2, maxLength: 3 }).map((records) => records.join('')),
    fc.tuple(record, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
    fc.constantFrom('', '  ', '\r', '\0\0', '{"', 'null'),
  );

  it('sums always close, nothing is out of place, every record comes back from its bytes', () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 64 }), fc.boolean(), (lines, chunk, feed) => {
        const content = lines.join('\n') + (feed ? '\n' : '');
        const got = read(content, { chunk });
        const { total, withEntries, blank, unreadable, repaired } = got.end.counts;
        expect(total).toBe(withEntries + blank + unreadable);
        expect(total).toBe(content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0));
        expect(repaired).toBeLessThanOrEqual(withEntries);
        expect(got.end.next.offset).toBe(Buffer.byteLength(content));
        expect(new Set(got.problems.filter((problem) => problem.outcome === 'repaired').map((problem) => problem.line)).size).toBe(
          repaired,
        );
        expectPointers(content, got);
      }),
    );
  });

  it('reads whole records unchanged', () => {
    fc.assert(
      fc.property(fc.array(record), (lines) => {
        const got = read(lines.map((text) => `${text}\n`).join(''));
        expect(got.records.map((one) => JSON.stringify(one.value))).toEqual(lines.map((text) => JSON.stringify(JSON.parse(text))));
        expect(got.problems).toEqual([]);
      }),
    );
  });

  it('splits records that were glued together', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 2 }), (records) => {
        expect(values(read(`${records.join('')}\n`))).toEqual(records.map((text) => JSON.parse(text)));
      }),
    );
  });
});

describe('parts', () => {
  it('begin at any line start and end anywhere', () => {
    const { records, end } = read('{"b":2}\n', { start: { offset: 8, line: 2 }, chunk: 3, final: false });
    expect(records).toEqual([{ value: { b: 2 }, offset: 8, length: 7, line: 2, repaired: null }]);
    expect(end.next).toEqual({ offset: 16, line: 3, open: false });
  });
});

const corpus = process.env.TAPESCOPE_CORPUS;

describe.skipIf(!corpus)('the corpus (TAPESCOPE_CORPUS)', () => {
  it('every line of every Claude Code and Bub file is accounted for', () => {
    for (const folder of ['claude-code', 'bub']) {
      for (const name of readdirSync(join(corpus ?? '', folder))) {
        const path = join(corpus ?? '', folder, name);
        const bytes = readFileSync(path);
        const got = read(bytes);
        const { counts, next } = got.end;
        expect(counts.total, path).toBe(counts.withEntries + counts.blank + counts.unreadable);
        expect(next.offset, path).toBe(bytes.length);
        const damaged = got.records.filter((record) => record.repaired !== null);
        expectPointers(bytes, { records: damaged, problems: [] });
        expect(counts.withEntries, path).toBe(new Set(got.records.map((record) => record.line)).size);
      }
    }
  });
});

describe('a line that is too long', () => {
  /** One line of `length` bytes between two records, in pieces of `chunk` bytes. */
  const around = (length: number, chunk: number) => {
    const sink = collector();
    const reader = lineReader(sink);
    const bytes = Buffer.alloc(chunk, 0x61);
    reader.push(Buffer.from('{"a":1}\n'));
    for (let at = 0; at < length; at += chunk) reader.push(bytes.subarray(0, Math.min(chunk, length - at)));
    const most = process.memoryUsage().arrayBuffers;
    reader.push(Buffer.from('\n{"b":2}\n'));
    return { ...sink.got, end: reader.end(true), most };
  };

  it('is counted as unreadable, with its place, and what follows is read', () => {
    const got = around(LONGEST_LINE + 1, 3 << 20);
    expect(values(got)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(got.end.counts).toEqual({ total: 3, withEntries: 2, blank: 0, unreadable: 1, repaired: 0 });
    expect(got.problems).toEqual([
      { line: 2, offset: 8, length: LONGEST_LINE + 1, outcome: 'unreadable', reason: 'it is longer than 64 MB, more than any record' },
    ]);
    expect(got.records[1]).toMatchObject({ line: 3, offset: 8 + LONGEST_LINE + 2 });
  });

  it('is not held: two gigabytes cost no more than the longest line that is read', () => {
    const before = process.memoryUsage().arrayBuffers;
    const got = around(2 * 1024 ** 3, 1 << 20);
    expect(got.end.counts).toMatchObject({ total: 3, unreadable: 1 });
    expect(got.most - before).toBeLessThan(LONGEST_LINE + (16 << 20));
  });

  it('is the same where one piece holds all of it', () => {
    const bytes = Buffer.concat([Buffer.alloc(LONGEST_LINE + 1, 0x61), Buffer.from('\n{"b":2}\n')]);
    expect(read(bytes, { chunk: bytes.length }).end.counts).toMatchObject({ total: 2, withEntries: 1, unreadable: 1 });
  });

  it('waits at the end of a file that may still grow', () => {
    const sink = collector();
    const reader = lineReader(sink);
    const bytes = Buffer.alloc(1 << 20, 0x61);
    for (let at = 0; at <= 64; at += 1) reader.push(bytes);
    expect(reader.end(false)).toMatchObject({ partial: { offset: 0, length: 65 << 20, line: 1 }, next: { offset: 0 } });
    expect(sink.got.problems).toEqual([]);
  });
});
