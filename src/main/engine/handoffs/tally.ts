import { bisect } from '../../../shared/model/bisect.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { rulesOf } from '../formats/rules.ts';
import { ROLES, StepFlag } from '../pages/rows.ts';
import { toneOfEntry } from '../views/blocks.ts';
import { isReadOn, type Reader } from './read-on.ts';

/** What the entries from one beginning up to the next come to. */
export interface PhaseTally {
  byKind: Record<string, number>;
  byTone: Record<string, number>;
  errors: number;
  started: number | null;
  ended: number | null;
  /** Entries that requests of the phase read once they are written: how many, and what they weigh as estimated. */
  sent: { count: number; tokens: number };
  steps: number;
  firstStep: number | null;
  lastStep: number | null;
  /** Steps of the tape's own agent for which a request was made: the first. */
  firstRequest: number | null;
  /** Recorded at the last request; null where none is. */
  context: number | null;
  usage: { input: number; output: number } | null;
}

const emptyTally = (): PhaseTally => ({
  byKind: {},
  byTone: {},
  errors: 0,
  started: null,
  ended: null,
  sent: { count: 0, tokens: 0 },
  steps: 0,
  firstStep: null,
  lastStep: null,
  firstRequest: null,
  context: null,
  usage: null,
});

/** One tally for each beginning, by one pass over the columns of the tape. `froms` ascend and begin with 1. */
export function tallyPhases(catalog: Catalog, tape: string, froms: readonly number[], agentTape: boolean): PhaseTally[] {
  const tallies = froms.map(emptyTally);
  tallyEntries(catalog, tape, froms, tallies, agentTape);
  tallySteps(catalog, tape, froms, tallies, agentTape);
  return tallies;
}

/** What all entries of one kind, role and set of flags have in common. */
interface Sort {
  kind: string;
  tone: string;
  failed: boolean;
  sent: boolean;
  /** What one of this many characters weighs. Columns do not say how many calls it has: one, unless `weighCalls` looks. */
  weigh: (chars: number) => number;
}

const createSorts = (kinds: readonly string[], reader: Reader, scale: Scale) => {
  const known = new Map<number, Sort>();
  return (kind: number, role: number, flags: number): Sort => {
    const key = (flags * 8 + role) * 65_536 + kind;
    const found = known.get(key);
    if (found) return found;
    const row = { kind: kinds[kind] ?? '', role: ROLES[role - 1] ?? null, flags };
    const calls = row.kind === 'tool_call' ? [''] : [];
    const sort: Sort = {
      kind: row.kind,
      tone: toneFor(row),
      failed: has(flags, Flag.Failed) || row.kind === 'error',
      sent: isReadOn(row, reader),
      weigh: (chars) => estimate({ chars, flags, calls, kind: row.kind }, scale),
    };
    known.set(key, sort);
    return sort;
  };
};

/** As blocks are toned; what is not part of a conversation is an event. */
const toneFor = (row: Parameters<typeof toneOfEntry>[0]): string => {
  if (row.kind === 'anchor') return 'anchor';
  if (has(row.flags, Flag.Failed) || row.kind === 'error') return 'error';
  if (has(row.flags, Flag.Sidecar) || !has(row.flags, Flag.Sent)) return 'event';
  return toneOfEntry(row);
};

const tallyEntries = (
  catalog: Catalog,
  tape: string,
  froms: readonly number[],
  tallies: readonly PhaseTally[],
  agentTape: boolean,
): void => {
  const { format, model } = catalog.tape(tape);
  const calls: [number, PhaseTally, Sort][] = [];
  const sortOf = createSorts(catalog.kindNames(tape), { anchored: rulesOf(format).begins === 'anchor', agentTape }, scaleFor(model));
  let phase = -1;
  let counts = new Map<Sort, number>();
  const close = (): void => {
    const tally = tallies[phase];
    if (tally) settle(tally, counts);
    counts = new Map();
  };
  for (const { first, count, cols } of catalog.entryRuns(tape)) {
    for (let at = 0; at < count; at++) {
      if (first + at >= (froms[phase + 1] ?? Number.POSITIVE_INFINITY)) {
        close();
        phase += 1;
      }
      const tally = tallies[phase];
      if (!tally) continue;
      const sort = sortOf(cols.kind[at] ?? 0, cols.role[at] ?? 0, cols.flags[at] ?? 0);
      counts.set(sort, (counts.get(sort) ?? 0) + 1);
      if (sort.sent) tally.sent.tokens += sort.weigh(cols.chars[at] ?? 0);
      if (sort.kind === 'tool_call') calls.push([first + at, tally, sort]);
      const time = cols.time[at] ?? Number.NaN;
      if (Number.isNaN(time)) continue;
      if (tally.started === null || time < tally.started) tally.started = time;
      if (tally.ended === null || time > tally.ended) tally.ended = time;
    }
  }
  close();
  weighCalls(catalog, tape, calls, scaleFor(model));
};

/** Weighs entries with several calls again, by their rows: a look that only a tape with more calls than such entries costs. */
const weighCalls = (catalog: Catalog, tape: string, calls: readonly [seq: number, PhaseTally, Sort][], scale: Scale): void => {
  if (catalog.stats(tape).toolCalls <= calls.length) return;
  const rows = catalog.entriesAt(
    tape,
    calls.map(([seq]) => seq),
  );
  for (const [at, row] of rows.entries()) {
    const [, tally, sort] = calls[at] ?? [];
    if (tally && sort?.sent && row.calls.length > 1) tally.sent.tokens += estimate(row, scale) - sort.weigh(row.chars);
  }
};

const settle = (tally: PhaseTally, counts: ReadonlyMap<Sort, number>): void => {
  const kinds = new Map<string, number>();
  const tones = new Map<string, number>();
  for (const [{ kind, tone, failed, sent }, count] of counts) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    tones.set(tone, (tones.get(tone) ?? 0) + count);
    if (failed) tally.errors += count;
    if (sent) tally.sent.count += count;
  }
  tally.byKind = Object.fromEntries(kinds);
  tally.byTone = Object.fromEntries(tones);
};

const tallySteps = (catalog: Catalog, tape: string, froms: readonly number[], tallies: readonly PhaseTally[], agentTape: boolean): void => {
  const summaries = new Set(catalog.anchors(tape).flatMap(({ type, seq }) => (type === 'compaction' ? [seq] : [])));
  const aside = StepFlag.Synthetic | (agentTape ? 0 : StepFlag.Sidechain);
  for (const { first, count, cols } of catalog.stepRuns(tape)) {
    for (let at = 0; at < count; at++) {
      const begins = cols.first[at] ?? 0;
      // A request of which nothing but the summary is logged, in the compaction itself, read what was before it.
      const tally = tallies[phaseOf(froms, summaries.has(begins) ? begins - 1 : begins)];
      if (!tally) continue;
      const step = first + at;
      tally.steps += 1;
      tally.firstStep = Math.min(tally.firstStep ?? step, step);
      tally.lastStep = Math.max(tally.lastStep ?? step, step);
      const input = (cols.input[at] ?? 0) + (cols.cacheRead[at] ?? 0) + (cols.cacheWrite[at] ?? 0);
      if (!Number.isNaN(input)) {
        tally.usage ??= { input: 0, output: 0 };
        tally.usage.input += input;
        tally.usage.output += cols.output[at] ?? 0;
      }
      if (((cols.flags[at] ?? 0) & aside) !== 0) continue;
      tally.firstRequest ??= step;
      if (input > 0) tally.context = input;
    }
  }
};

/** The phase that an entry is in, by its place in `froms`; −1 before the first. */
export function phaseOf(froms: readonly number[], seq: number): number {
  return bisect(0, froms.length, (at) => (froms[at] ?? 0) > seq) - 1;
}
