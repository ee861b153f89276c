import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tapesInDatabase } from '../../sources/row-tapes.ts';
import { decide } from '../../views/assemble.ts';
import { messagesIn } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { MESSAGE, SUMMARY } from './read.ts';
import { anthropicBlocks, joinTexts, sentIn } from './testing/sent.ts';

/**
 * What is derived from a database against what OpenCode truly sent, block by block: runs of the real program with every request. A request is held to
 * the newest request of a session that is logged before it, of the same model; of several sessions that ask at once to the one that is most alike.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const runs = corpus === '' ? [] : globSync('lab/opencode/*', { cwd: corpus }).sort();

const linesOf = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

interface Asked {
  tape: ImportedTape;
  step: number;
  time: number;
  model: string | null;
  summary: boolean;
}

/** Every request that the sessions of a database log, but for those that were copied along. */
const askedIn = (tape: ImportedTape): Asked[] => {
  const { catalog } = tape.store;
  const rows = catalog.entries(tape.tape, 1, catalog.tape(tape.tape).entries + 1);
  return catalog.steps(tape.tape, 1, 10_000).items.flatMap(({ step, time, model }) => {
    const own = rows.filter((row) => row.step === step);
    const opened = own[0]?.kind === MESSAGE;
    const summary = own.some(({ kind, label }) => kind === MESSAGE && label.startsWith(SUMMARY));
    return opened && time !== null ? [{ tape, step, time, model, summary }] : [];
  });
};

const equalBlocks = (a: readonly string[], b: readonly string[]): number => {
  let row = new Uint32Array(b.length + 1);
  for (const one of a) {
    const next = new Uint32Array(b.length + 1);
    for (const [at, other] of b.entries()) next[at + 1] = one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
};

const derivedAt = async ({ tape, step }: Asked, joined: boolean): Promise<string[]> => {
  const blocks = anthropicBlocks(await messagesIn(tape.rim, decide(tape.rim, tape.tape, step, { type: 'as-recorded' })));
  return joined ? joinTexts(blocks) : blocks;
};

/** Of each session the newest request up to a moment. */
const newestUpTo = (asked: readonly Asked[], at: number, fits: (one: Asked) => boolean): Asked[] => {
  const found = new Map<ImportedTape, Asked>();
  for (const one of asked) if (one.time <= at + 50 && fits(one)) found.set(one.tape, one);
  return [...found.values()];
};

async function compare(folder: string) {
  const tally = { requests: 0, titles: 0, summaries: 0, whole: 0, sent: 0, equal: 0, derived: 0 };
  const database = join(folder, 'log/opencode.db');
  const tapes = tapesInDatabase(database).map(({ path }) => importFile(path));
  const asked = tapes.flatMap(askedIn).sort((a, b) => a.time - b.time);
  for (const { at, file } of linesOf(join(folder, 'requests/requests.jsonl'))) {
    if (typeof file !== 'string') continue;
    const body: unknown = JSON.parse(readFileSync(join(folder, 'requests', file), 'utf8'));
    if (!isObject(body as JsonObject)) continue;
    const { system, tools, joined, blocks } = sentIn(body as JsonObject);
    tally.requests += 1;
    if (system.includes('You are a title generator')) tally.titles += 1;
    else if (!tools) tally.summaries += 1;
    else {
      const near = newestUpTo(asked, Date.parse(String(at)), ({ model, summary }) => !summary && model === (body as JsonObject).model);
      const derived = await Promise.all(near.map((one) => derivedAt(one, joined)));
      const best = derived.toSorted((a, b) => equalBlocks(blocks, b) * 2 - b.length - (equalBlocks(blocks, a) * 2 - a.length))[0] ?? [];
      const equal = equalBlocks(blocks, best);
      tally.sent += blocks.length;
      tally.equal += equal;
      tally.derived += best.length - equal;
      if (equal === blocks.length && equal === best.length) tally.whole += 1;
    }
  }
  for (const { store } of tapes) store.close();
  return tally;
}

describe.skipIf(corpus === '')('requests of OpenCode (TAPESCOPE_CORPUS)', () => {
  /** What is missing of the first are reminders of plan and build mode, which OpenCode adds when it sends and never stores. */
  const SENT: Readonly<Record<string, Awaited<ReturnType<typeof compare>>>> = {
    '1.18.33-01a-basics': { requests: 11, titles: 1, summaries: 0, whole: 6, sent: 226, equal: 222, derived: 0 },
    '1.18.33-02a-compact': { requests: 13, titles: 1, summaries: 2, whole: 10, sent: 84, equal: 84, derived: 0 },
    '1.18.33-03a-auto': { requests: 13, titles: 1, summaries: 2, whole: 10, sent: 66, equal: 66, derived: 0 },
    '1.18.33-04a-revert': { requests: 9, titles: 1, summaries: 0, whole: 8, sent: 50, equal: 50, derived: 0 },
    '1.18.33-05a-task': { requests: 12, titles: 1, summaries: 0, whole: 11, sent: 59, equal: 59, derived: 0 },
    '1.18.33-06a-prune': { requests: 21, titles: 1, summaries: 0, whole: 20, sent: 499, equal: 499, derived: 0 },
    '1.18.33-07a-errors': { requests: 11, titles: 1, summaries: 0, whole: 10, sent: 77, equal: 77, derived: 0 },
    '1.18.33-08a-models': { requests: 9, titles: 1, summaries: 0, whole: 8, sent: 123, equal: 123, derived: 0 },
    '1.18.33-09a-tail': { requests: 17, titles: 1, summaries: 2, whole: 14, sent: 189, equal: 189, derived: 0 },
  };
  it.each(runs)('%s: what is derived is what was sent', async (run) => {
    expect(await compare(join(corpus, run))).toEqual(SENT[basename(run)]);
  });
});
