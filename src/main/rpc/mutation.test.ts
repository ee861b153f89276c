import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Input, Method, Output } from '../../shared/rpc/contract.ts';
import { openEngine } from '../engine/open.ts';
import { tempFolder } from '../engine/testing/files.ts';
import { noLogs } from '../engine/testing/no-logs.ts';
import { createDispatch } from './dispatch.ts';
import { type Mutation, mutate, mutations } from './testing/mutations.ts';

/** `npm run fuzz` draws more. */
const RUNS = process.env.TAPESCOPE_SEED === undefined ? 40 : 400;
/** Longer logs are mutated no better, and read more slowly. */
const LONGEST = 200_000;

const logsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size > 0 && statSync(path).size < LONGEST)
    .sort();

const samples = logsIn(fileURLToPath(new URL('../../../resources/samples', import.meta.url)));
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const real = corpus === '' ? [] : [...logsIn(join(corpus, 'claude-code')), ...logsIn(join(corpus, 'bub'))];

const still = new AbortController().signal;

let host: Awaited<ReturnType<typeof openHost>>;
const openHost = async () => {
  const home = tempFolder();
  const none = tempFolder();
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ logs: noLogs(), tapeHome: none }));
  const bugs: [string, unknown][] = [];
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  const dispatch = createDispatch({
    handlers,
    readOnly: false,
    checkOutputs: true,
    onBug: (method, thrown) => void bugs.push([method, thrown]),
  });
  return { engine, dispatch, bugs };
};

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  host = await openHost();
});
afterAll(async () => {
  await host.engine.close();
  vi.restoreAllMocks();
});

/** The answer; null for a refusal with a sentence. */
const ask = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M> | null> => {
  const answer = await host.dispatch(method, input, still);
  expect(host.bugs).toEqual([]);
  if (answer.ok) return answer.value as Output<M>;
  expect(answer.error.code).not.toBe('internal');
  expect(answer.error.message).toMatch(/[.?!)"”]$/);
  return null;
};

/** Lines that are not records at all, as JSON.parse has it. */
const badLines = (bytes: Buffer): number =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => {
      if (line.trim() === '') return false;
      try {
        const record: unknown = JSON.parse(line);
        return typeof record !== 'object' || record === null || Array.isArray(record);
      } catch {
        return true;
      }
    }).length;

const askAll = async (tape: string, entries: number, steps: number): Promise<void> => {
  const [middle, step] = [Math.max(1, entries >> 1), Math.max(1, steps >> 1)];
  await ask('entries.list', { tape, limit: 2000 });
  await ask('entries.previews', { tape, seqs: Array.from({ length: Math.min(100, entries) }, (_, at) => at + 1) });
  for (const seq of new Set([1, middle, Math.max(1, entries)])) await ask('entries.get', { tape, seq });
  await ask('tapes.timeline', { tape });
  await ask('tapes.stats', { tape });
  await ask('tapes.check', { tape });
  await ask('steps.list', { tape });
  await ask('graph.get', { tape });
  await ask('handoffs.get', { tape });
  await ask('residency.get', { tape });
  for (const place of [{ step }, { step: Math.max(1, steps) }, { next: true as const }, { after: middle }]) {
    await ask('views.assemble', { tape, ...place });
    await ask('views.messages', { tape, ...place });
  }
  await ask('views.assemble', { tape, policy: 'full', next: true });
  await ask('views.changes', { tape, step });
  await ask('views.why', { tape, seq: middle, step });
  await ask('search.run', { tape, query: 'the' });
  await ask('report.review', { subject: { type: 'view', tape, next: true } });
  await ask('surgery.preview', { tape, change: { op: 'fork-session', at: middle } });
};

const holds = async (path: string, all: readonly Mutation[]): Promise<void> => {
  const bytes = mutate(readFileSync(path), all);
  const file = join(tempFolder(), path.split('/').at(-1) ?? 'log.jsonl');
  writeFileSync(file, bytes);
  const opened = await ask('library.open', { paths: [file] });
  // What no format knows any more is refused, with its reason.
  const [tape] = opened?.tapes ?? [];
  if (tape === undefined) {
    expect(opened?.refused.map(({ path: of }) => of)).toEqual([file]);
    return;
  }
  const receipt = await ask('tapes.receipt', { tape: tape.id, limit: 1000 });
  const { lines, bytes: read, waiting, file: of } = receipt?.receipt ?? expect.fail('There is no receipt.');
  expect([of, read + waiting]).toEqual([file, bytes.length]);
  expect(lines.withEntries + lines.blank + lines.unreadable).toBe(lines.total);
  expect(lines.unreadable).toBeLessThanOrEqual(badLines(bytes));
  const problems = receipt?.problems ?? [];
  const named = new Set(problems.filter(({ outcome }) => outcome === 'unreadable').map(({ line }) => line));
  // A line that was repaired may have a part that cannot be read.
  expect(named.size).toBeGreaterThanOrEqual(lines.unreadable);
  expect(named.size).toBeLessThanOrEqual(lines.unreadable + lines.repaired);
  for (const { line } of problems) expect(line).toBeLessThanOrEqual(lines.total);
  await askAll(tape.id, tape.entries, tape.steps);
};

describe('a mutated log is read as far as it goes, and every call on it answers', () => {
  test.each([
    ['our own samples', samples],
    ['real logs', real],
  ])('%s', async (_, logs) => {
    if (logs.length === 0) return;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...logs), mutations, (path, all) => holds(path, all)),
      { numRuns: RUNS },
    );
  });
});
