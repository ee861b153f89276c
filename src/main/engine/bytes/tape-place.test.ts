import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tempFolder, writeFile } from '../testing/files.ts';
import { createFinder } from './finder.ts';
import { decodePlace, encodePlace, isPlace, placeOfPath, resolvePlace } from './tape-place.ts';

const place = fc.record({
  level: fc.constantFrom<0 | 1>(0, 1),
  phase: fc.integer({ min: 1, max: 2 ** 17 - 1 }),
  file: fc.integer({ min: 0, max: 2 }),
  offset: fc.nat({ max: 2 ** 31 - 1 }).map((half) => half * 4 + 3),
});

it('is one exact number for each place, in the order of level, phase, file and byte', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(decodePlace(encodePlace(a))).toEqual(a);
      expect(Number.isSafeInteger(encodePlace(a))).toBe(true);
      expect(isPlace(encodePlace(a))).toBe(true);
      const key = ({ level, phase, file, offset }: typeof a) => [level, phase, file, offset];
      const order = key(a).findIndex((part, at) => part !== key(b)[at]);
      if (order >= 0) expect(encodePlace(a) < encodePlace(b)).toBe((key(a)[order] ?? 0) < (key(b)[order] ?? 0));
    }),
  );
});

it('refuses what does not fit', () => {
  expect(() => encodePlace({ level: 0, phase: 2 ** 17, file: 0, offset: 0 })).toThrow('phases');
  expect(() => encodePlace({ level: 0, phase: 1, file: 0, offset: 2 ** 33 })).toThrow('bytes');
  expect(isPlace(200e9 / 8)).toBe(false);
});

it('reads phase and file from a path of the index, and nothing else from any other', () => {
  expect(placeOfPath('anchors/012_review/tool_calls.jsonl')).toEqual({ phase: 12, file: 1 });
  expect(placeOfPath('anchors/1234_x/events.jsonl')).toEqual({ phase: 1234, file: 2 });
  for (const path of ['anchors/../../etc/passwd', 'messages.jsonl', 'anchors/001_x/other.jsonl', 'anchors/1_x/events.jsonl'])
    expect(placeOfPath(path)).toBeNull();
});

it('finds the folder of a phase by its number, of the session for the shared prefix of a fork', () => {
  const session = tempFolder();
  const first = writeFile(session, 'anchors/001_session-start/messages.jsonl', 'x');
  const fork = join(session, 'forks', 'try');
  const own = writeFile(fork, 'anchors/001_session-start/messages.jsonl', 'y');
  const at = (level: 0 | 1, phase: number) => encodePlace({ level, phase, file: 0, offset: 7 });
  expect(resolvePlace(fork, at(0, 1))).toEqual({ file: own, offset: 7 });
  expect(resolvePlace(fork, at(1, 1))).toEqual({ file: first, offset: 7 });
  expect(resolvePlace(session, at(0, 2))).toBeNull();
  const second = writeFile(session, 'anchors/002_phase-1/messages.jsonl', 'z');
  expect(resolvePlace(session, at(0, 2))?.file).toBe(second);
  const find = createFinder();
  expect(find(session, 12)).toEqual({ file: session, offset: 12 });
  expect(find(session, at(0, 2))).toEqual({ file: second, offset: 7 });
  expect(find(session, at(0, 3))).toBeNull();
});

it('follows no link out of the tape', () => {
  const tape = tempFolder();
  const elsewhere = tempFolder();
  writeFile(elsewhere, 'messages.jsonl', 'x');
  mkdirSync(join(tape, 'anchors'));
  symlinkSync(elsewhere, join(tape, 'anchors/001_x'));
  expect(resolvePlace(tape, encodePlace({ level: 0, phase: 1, file: 0, offset: 0 }))).toBeNull();
});

it('sees that the folders were replaced', () => {
  const tape = tempFolder();
  writeFile(tape, 'anchors/001_session-start/messages.jsonl', 'x');
  const at = encodePlace({ level: 0, phase: 1, file: 0, offset: 0 });
  expect(resolvePlace(tape, at)?.file).toContain('001_session-start');
  renameSync(join(tape, 'anchors'), join(tape, 'old'));
  expect(resolvePlace(tape, at)).toBeNull();
  mkdirSync(join(tape, 'anchors/001_other'), { recursive: true });
  expect(resolvePlace(tape, at)?.file).toContain('001_other');
  rmSync(tape, { recursive: true });
  expect(resolvePlace(tape, at)).toBeNull();
});
