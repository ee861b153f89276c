import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { parseLine } from './line.ts';
import { openTape } from './open-tape.ts';
import { startChild } from './testing/child.ts';
import { verifyTape } from './verify.ts';
import { initWorkspace } from './workspace.ts';

const MAIN = { session: 'main', fork: null };
const WRITER = fileURLToPath(new URL('./testing/many-writer.ts', import.meta.url));
const PROCESSES = 8;
const SINGLES = 200;
const BATCHES = 36;
const SIZE = 50;
const EACH = SINGLES + BATCHES * SIZE;

const numbers = (text: string): number[] => text.split(/\s+/).filter(Boolean).map(Number);

test('8 processes append 2,000 entries each at once: none is lost, none twice, and files and index agree on the order', async () => {
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  const { workspace } = initWorkspace(join(root, '..', 'tapes'), root);
  const cache = tempFolder();
  const args = [SINGLES, BATCHES, SIZE].map(String);
  const children = Array.from({ length: PROCESSES }, (_, at) => startChild(WRITER, [workspace.folder, `writer-${at}`, ...args], cache));
  const codes = await Promise.all(children.map(({ over }) => over));
  expect(codes, children.map((child) => child.said().slice(-500)).join('\n')).toEqual(Array(PROCESSES).fill(0));

  const tape = openTape(workspace, MAIN);
  expect(tape.head()).toBe(1 + PROCESSES * EACH);
  const given = children.flatMap((child) => numbers(child.said()));
  expect(new Set(given).size).toBe(PROCESSES * EACH);
  const entries = tape.entries({});
  for (const [at, child] of children.entries()) {
    const own = entries.filter(({ payload }) => (payload as { by?: string }).by === `writer-${at}`);
    expect(own.map(({ id }) => id)).toEqual(numbers(child.said()));
    expect(own.map(({ payload }) => (payload as { count: number }).count)).toEqual(Array.from({ length: EACH }, (_, nth) => nth + 1));
  }
  for (const name of ['messages', 'tool_calls']) {
    const path = `anchors/001_session-start/${name}.jsonl`;
    const inFile = readFileSync(join(workspace.folder, path), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => parseLine(line)?.id);
    expect(inFile).toEqual(
      tape
        .rows({})
        .filter((row) => row.file_path === path)
        .map(({ id }) => id),
    );
  }
  tape.close();
  expect(verifyTape(workspace, MAIN).problems).toEqual([]);
});
