import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { decide } from '../../views/assemble.ts';
import { messagesIn } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { plain, type Run, runsIn, type Sent } from './testing/lab.ts';

/**
 * What is derived from rollouts against what Codex truly sent: runs of the real program, 0.58 to 0.169, with every request. Ids, states and
 * what the provider adds are left aside; `sent` counts items of the input, without the prompt that asks for a summary, the instructions and
 * the tools, which Codex does not log as items.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const runs = corpus === '' ? [] : runsIn(join(corpus, 'lab/codex'));

const tapes = new Map<string, ImportedTape>();
afterAll(() => {
  for (const { store } of tapes.values()) store.close();
});

const tapeOf = (path: string): ImportedTape => {
  const tape = tapes.get(path) ?? importFile(path);
  tapes.set(path, tape);
  return tape;
};

/** The step that the entry at a line of the tape's own file belongs to. */
function stepAt({ store, tape }: ImportedTape, line: number): number {
  const { entries } = store.catalog.tape(tape);
  const rows = store.catalog.entries(tape, 1, entries + 1).filter(({ flags }) => !has(flags, Flag.Shared));
  return rows.find((row) => row.line === line && row.step !== null)?.step ?? 0;
}

/** The input as the rollout gives it. */
async function derivedFor({ at }: Sent): Promise<string[]> {
  if (at === null) return [];
  const tape = tapeOf(at.rollout.path);
  const messages = await messagesIn(tape.rim, decide(tape.rim, tape.tape, stepAt(tape, at.line), { type: 'as-recorded' }));
  return messages.map(plain);
}

/** The input as it was sent, without what no rollout holds. */
function sentIn({ body, input, summing }: Sent, derived: readonly string[]): string[] {
  const known = new Set(derived);
  const lead = input.slice(0, 2).filter((item) => !('instructions' in body) && item.role === 'developer' && !known.has(plain(item)));
  const items = input.filter((item) => !lead.includes(item));
  const asked = summing && isSummaryPrompt(items.at(-1) ?? {});
  return items.slice(0, asked ? -1 : undefined).map(plain);
}

const isSummaryPrompt = (item: JsonObject): boolean =>
  asString(item.type) === 'compaction_trigger' || plain(item).includes('CONTEXT CHECKPOINT COMPACTION');

interface Tally {
  requests: number;
  whole: number;
  sent: number;
  equal: number;
}

async function compare(run: Run): Promise<Tally> {
  const tally: Tally = { requests: 0, whole: 0, sent: 0, equal: 0 };
  for (const request of run.requests) {
    const derived = await derivedFor(request);
    const sent = sentIn(request, derived);
    tally.requests += 1;
    tally.sent += sent.length;
    tally.equal += sent.filter((item, at) => item === derived[at]).length;
    if (sent.length === derived.length && sent.every((item, at) => item === derived[at])) tally.whole += 1;
  }
  return tally;
}

const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((a, b) => ({
    requests: a.requests + b.requests,
    whole: a.whole + b.whole,
    sent: a.sent + b.sent,
    equal: a.equal + b.equal,
  }));

describe.skipIf(corpus === '')('requests of Codex (TAPESCOPE_CORPUS)', () => {
  const SENT: Record<string, Tally> = {
    '0.58.0': { requests: 8, whole: 8, sent: 142, equal: 142 },
    '0.80.0': { requests: 19, whole: 19, sent: 223, equal: 223 },
    '0.98.0': { requests: 18, whole: 18, sent: 262, equal: 262 },
    '0.120.0': { requests: 24, whole: 24, sent: 254, equal: 254 },
    '0.144.0': { requests: 34, whole: 34, sent: 344, equal: 344 },
    '0.154.0': { requests: 31, whole: 31, sent: 299, equal: 299 },
    '0.169.0': { requests: 68, whole: 68, sent: 747, equal: 747 },
  };
  it.each(Object.keys(SENT))('%s: what is derived is what was sent', async (version) => {
    const found: Tally[] = [];
    for (const run of runs.filter((one) => one.version === version)) found.push(await compare(run));
    expect(sum(found)).toEqual(SENT[version]);
  });
});
