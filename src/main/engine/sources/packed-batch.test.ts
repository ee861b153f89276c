import { openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeCodexFile, writePiFile } from '../../../../bench/agent-files.ts';
import { writeClaudeFile } from '../../../../bench/claude-file.ts';
import { formatById } from '../formats/index.ts';
import { packBatch, unpackBatch } from '../pages/batch.ts';
import { tempFolder } from '../testing/files.ts';
import { readBatch } from './read-batch.ts';

it.each([
  ['claude-code', writeClaudeFile],
  ['codex', writeCodexFile],
  ['pi', writePiFile],
])('a batch of %s is the same in another thread', (id, write) => {
  const path = join(tempFolder(), 'a.jsonl');
  write(path, 500_000);
  const size = statSync(path).size;
  const { batch } = readBatch({ file: openSync(path, 'r'), format: formatById(id), want: size, size, final: true }, { offset: 0, line: 0 });
  const before = structuredClone(batch);
  const { packed, transfer } = packBatch(batch);
  expect(unpackBatch(structuredClone(packed, { transfer }))).toEqual(before);
  expect(batch.time).toHaveLength(0);
  expect(before.count).toBeGreaterThan(100);
});

it('what a thread must know of rows is kept once for all that share it, and the rows only point to it', () => {
  const path = join(tempFolder(), 'a.jsonl');
  writeCodexFile(path, 500_000);
  const size = statSync(path).size;
  const { batch } = readBatch(
    { file: openSync(path, 'r'), format: formatById('codex'), want: size, size, final: true },
    { offset: 0, line: 0 },
  );
  const calls = batch.hint.filter((at) => JSON.stringify(batch.hints[at - 1])?.includes('"answer"') === true);
  expect(calls.length).toBeGreaterThan(100);
  expect(new Set(calls).size).toBeLessThan(calls.length / 5);
  expect(batch.hints.length).toBe(new Set(batch.hint).size - (batch.hint.includes(0) ? 1 : 0));
});
