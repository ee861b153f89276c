import { appendFileSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeeper } from '../captures/keeper.ts';
import { newRun, REQUESTS } from '../captures/runs.ts';
import type { JsonObject } from '../formats/format.ts';
import { tempFolder } from '../testing/files.ts';
import { openContainer } from './container.ts';
import { answerOf, bodyOf, conversation, said, writeLines } from './testing/written.ts';

/** Bytes that were read of any file. */
const counted = vi.hoisted(() => ({ bytes: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readSync = (...given: Parameters<typeof fs.readSync>): number => {
    const read = fs.readSync(...given);
    counted.bytes += read;
    return read;
  };
  const readAll = (...given: Parameters<typeof fs.readFileSync>) => {
    const read = fs.readFileSync(...given);
    counted.bytes += read.length;
    return read;
  };
  return { ...fs, readSync, readFileSync: readAll };
});

afterEach(() => {
  counted.bytes = 0;
});

/** Where a file was read up to is looked at again: both ends, and whether it is a database. */
const WITNESS = 256;

/** A run with requests that were answered, one that broke off, one that is a message of a WebSocket, and one that was sent twice. */
const aRun = (): Buffer => {
  const { folder, first } = newRun(tempFolder(), { agent: null, program: 'mill', cwd: '/', changes: [], way: 'relay' });
  const path = join(folder, REQUESTS);
  const keeper = createKeeper(openSync(path, 'ax', 0o600));
  keeper.keep(first);
  for (const [at, { request, response }] of [...conversation(), ...conversation()].entries()) {
    const asked = {
      ...{ id: at + 1, at: new Date(Date.UTC(2026, 0, 5, 9, at)).toISOString(), method: 'POST', url: 'https://h/v1/messages' },
      ...{ headers: [], join: { run_id: `step ${at % 4}` } },
    };
    keeper.asked(asked, Buffer.from(JSON.stringify(request)));
    if (at === 3) for (const from of ['agent', 'server'] as const) keeper.message(asked, from, Buffer.from(JSON.stringify(request)));
    const answered = { status: 200, headers: ['content-encoding', 'gzip'], firstByteMs: 1, ms: 2, end: 'complete' } as const;
    if (at !== 2) keeper.answered(asked, answered, gzipSync(JSON.stringify(response)));
  }
  keeper.close();
  return readFileSync(path);
};

const FILES = { 'a run of tape record': aRun(), 'a pair to a line': readFileSync(writeLines(tempFolder())) };

/** All that can be asked of a file of captures. */
const told = (path: string) => {
  const { count, bytes, exchange, threads } = openContainer(path);
  return { count, bytes, exchanges: Array.from({ length: count }, (_, at) => exchange(at)), threads: threads() };
};

test.each(Object.entries(FILES))('%s that grows by any pieces tells what it tells in one, and each byte is read once', (_, whole) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 5 }), (cuts) => {
      const path = join(tempFolder(), 'log-1.jsonl');
      const ends = [...new Set([Math.min(200, whole.length), ...cuts, whole.length])].toSorted((a, b) => a - b);
      writeFileSync(path, '');
      openContainer(path);
      for (const [at, end] of ends.entries()) {
        appendFileSync(path, whole.subarray(ends[at - 1] ?? 0, end));
        const fresh = join(tempFolder(), 'log-1.jsonl');
        writeFileSync(fresh, whole.subarray(0, end));
        const before = counted.bytes;
        const grown = told(path);
        const read = counted.bytes - before;
        expect(grown).toEqual(told(fresh));
        const isOpen = at > 0 && grown.count > 0 && (ends[at - 1] ?? 0) > FIRST_LINE;
        if (isOpen) expect(read).toBeLessThanOrEqual(end - (ends[at - 1] ?? 0) + WITNESS);
      }
    }),
    { numRuns: 60 },
  );
});

/** Until the first line shows what the file is, it is nothing. */
const FIRST_LINE = Math.max(...Object.values(FILES).map((whole) => whole.indexOf(10)));

test('what was read is not read again where a line is appended, whose file is long', () => {
  const folder = tempFolder();
  const long = Array.from({ length: 300 }, (_, at) => ({
    request: bodyOf([said('user', `${at} ${'barley '.repeat(1000)}`)]),
    response: answerOf(`msg_${at}`, 'Ground.'),
  }));
  const path = writeLines(folder, long);
  openContainer(path).threads();
  const size = statSync(path).size;
  const line = readFileSync(path, 'utf8').split('\n', 1)[0] ?? '';
  counted.bytes = 0;
  appendFileSync(path, `${line}\n`);
  const grown = openContainer(path);
  expect([grown.count, grown.threads().length]).toEqual([301, 301]);
  expect(size).toBeGreaterThan(2_000_000);
  expect(counted.bytes).toBeLessThanOrEqual(line.length + 1 + WITNESS);
});

/** Folders as they are written while an agent runs, a request at a time. */
const FOLDERS: Record<string, (at: number, pair: { request: JsonObject; response: JsonObject }) => [string, string][]> = {
  'of the switch of Claude Code': (at, { request, response }) => [
    [`0000000${at}.request.json`, JSON.stringify(request)],
    [`req_00${at}.response.json`, JSON.stringify(response)],
  ],
  'of pairs': (at, { request, response }) => [
    [`000${at}.request.json`, JSON.stringify(request)],
    [`000${at}.response.json`, JSON.stringify(response)],
  ],
  'with a folder for each': (at, { request, response }) => [
    [`turn-${at}/request.json`, JSON.stringify(request)],
    [`turn-${at}/response.json`, JSON.stringify(response)],
    [`turn-${at}/meta.json`, JSON.stringify({ status: 200, at: `2026-01-05T09:0${at}:00Z` })],
  ],
  'of documents': (at, { request, response }) => [
    [`flow_${at}.json`, JSON.stringify({ request: { body: request }, response: { body: response } })],
  ],
};

test.each(Object.entries(FOLDERS))('a folder %s that grows tells what it tells in one, and no body of it is read again', (_, filesOf) => {
  const folder = tempFolder();
  const pairs = [0, 1, 2, 3].flatMap((round) =>
    conversation().map(({ request }, at) => ({ request, response: answerOf(`msg_${round}_${at}`, 'Done.') })),
  );
  const files = pairs.flatMap((pair, at) => filesOf(at, pair));
  for (const [at, [name, text]] of files.entries()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    counted.bytes = 0;
    openContainer(folder).threads();
    const read = counted.bytes;
    const pair = files.slice(Math.max(0, at - 2), at + 1).join('').length;
    expect(read).toBeLessThanOrEqual(AT_MOST * pair);
    // By another name it was never opened before.
    expect(told(folder)).toEqual(told(`${folder}${'/.'.repeat(at + 1)}`));
  }
});

/** A body is read to see what it is, to join it, and for its conversation. */
const AT_MOST = 3;

test.each([
  ['is another with the same beginning', (whole: Buffer) => Buffer.concat([whole.subarray(0, 400), whole])],
  ['is shorter', (whole: Buffer) => whole.subarray(0, whole.lastIndexOf(10, -2) + 1)],
  ['says something else in as many bytes', (whole: Buffer) => Buffer.from(whole.toString().replace('the rye', 'the oat'))],
])('a file that %s is read from its start', (_, change) => {
  const whole = FILES['a pair to a line'];
  const path = join(tempFolder(), 'log-1.jsonl');
  writeFileSync(path, whole);
  openContainer(path).threads();
  const other = change(whole);
  const fresh = join(tempFolder(), 'log-1.jsonl');
  for (const one of [path, fresh]) writeFileSync(one, other);
  expect(told(path)).toEqual(told(fresh));
});
