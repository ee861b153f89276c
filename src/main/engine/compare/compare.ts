import { letterOf } from '../../../shared/model/compare.ts';
import type { CompareInput, ComparePair, CompareSide, Comparison, SharedPoint, TokenSum } from '../../../shared/model/index.ts';
import { placeOf, placeText } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { align, type Match } from '../text/align.ts';
import { decideAt, viewOf } from '../views/assemble.ts';
import type { Rim } from '../views/rim.ts';
import { type Context, contextOf, type Seen, tokensOf } from './contexts.ts';
import { pointOf, type Shared, sharedBy } from './fork.ts';
import { type Lineage, lineageOf, ownOf, prefixOf } from './lineage.ts';
import { pairUp } from './pairing.ts';
import { verdictOn } from './prefix.ts';
import { readingOf } from './reading.ts';
import { gapsOf, runsOf, weigh } from './runs.ts';
import { answerOf, statsOf } from './stats.ts';

/**
 * Two to eight contexts next to each other: what all of them share and what each did since, and the pair `pair` of them block by
 * block. Reads the sources and writes nothing. Throws TapeError('not-found') for an unknown tape, step, entry or anchor.
 */
export async function compare(rim: Rim, inputs: readonly CompareInput[], pair: readonly [number, number]): Promise<Comparison> {
  const sides: Seen[] = [];
  // One step under several policies has one lineage, which costs what the tape weighs.
  const lineages = new Map<string, Lineage>();
  for (const { tape, policy, replace, system, ...at } of inputs) {
    const place = placeOf(at);
    const key = `${tape}@${placeText(place)}`;
    const lineage = lineages.get(key) ?? lineageOf(rim, tape, place);
    lineages.set(key, lineage);
    const decided = await decideAt(rim, tape, place, parsePolicy(policy));
    sides.push({ lineage, decided, view: await viewOf(rim, decided, { apart: true }), texts: { replace: replace ?? [], system } });
  }
  const common = await commonTo(rim, sides);
  const [a, b] = [sides[pair[0]], sides[pair[1]]];
  if (!a || !b) throw new TapeError('bad-input', `There are ${sides.length} sides to compare, numbered from 0 on.`);
  return {
    sides: await Promise.all(sides.map((side, at) => sideOf(rim, side, common?.ends[at] ?? 0))),
    fork: common?.point ?? null,
    pair: { sides: [pair[0], pair[1]], ...(await pairOf(rim, a, b, [letterOf(pair[0]), letterOf(pair[1])])) },
  };
}

/** What every side shares with the first one: the shortest of the prefixes that it shares with each. */
const commonTo = async (rim: Rim, sides: readonly Seen[]): Promise<{ point: SharedPoint; ends: number[] } | null> => {
  const [first, ...others] = sides.map((side) => side.lineage);
  if (!first) return null;
  const found: Shared[] = [];
  for (const other of others) {
    const shared = await sharedBy(rim, first, other);
    if (!shared) return null;
    found.push(shared);
  }
  const least = Math.min(...found.map(({ ends }) => ends[0]));
  const ends = [least, ...found.map((shared, at) => endIn(first, others[at], shared, least))];
  const by = (['digest', 'id', 'entry'] as const).find((way) => found.some((shared) => shared.by === way)) ?? 'entry';
  return { point: pointOf(by, [first, ...others], ends), ends };
};

/** The place in another chain of the entry that the first one's prefix of `least` entries ends with. */
const endIn = (first: Lineage, other: Lineage | undefined, { by, ends }: Shared, least: number): number => {
  if (!other || ends[0] === least) return ends[1];
  const row = first.path[least - 1];
  const at = other.path.findIndex((candidate) => (by === 'entry' ? candidate.seq === row?.seq : by === 'id' && candidate.id === row?.id));
  return at < 0 ? Math.min(least, ends[1]) : at + 1;
};

const sideOf = async (rim: Rim, seen: Seen, end: number): Promise<CompareSide> => {
  const { lineage, view, texts } = seen;
  const { replace, system } = texts;
  const { tape } = lineage.decided;
  const own = ownOf(lineage, { end, ends: false });
  return {
    tape: tape.id,
    title: tape.title,
    format: tape.format,
    file: tape.file,
    steps: tape.steps,
    step: view.step,
    ...lineage.decided.step.asked,
    evidence: view.evidence,
    policy: view.policy,
    ...(replace.length > 0 && { replaced: replace.map(({ seq }) => seq) }),
    ...(system !== undefined && { system: true as const }),
    model: view.model,
    tokens: tokensOf(seen),
    limit: view.limit,
    omitted: view.omissions.reduce((sum, { count }) => sum + count, 0),
    warnings: view.warnings,
    calm: view.calm ?? [],
    own: await statsOf(rim, lineage, own),
    answer: await answerOf(rim, lineage, own),
  };
};

const pairOf = async (rim: Rim, a: Seen, b: Seen, letters: readonly [string, string]): Promise<Omit<ComparePair, 'sides'>> => {
  const shared = await sharedBy(rim, a.lineage, b.lineage);
  const [endA, endB] = shared?.ends ?? [0, 0];
  const ends = endA === a.lineage.path.length || endB === b.lineage.path.length;
  const [cutA, cutB] = [
    { end: endA, ends },
    { end: endB, ends },
  ];
  // Where one side replaces a text, the other's is compared with it.
  const replaced = new Set([a, b].flatMap(({ texts }) => texts.replace.map(({ seq }) => seq)));
  const byText = a.lineage.decided.tape.format !== b.lineage.decided.tape.format;
  const contextA = await contextOf(rim, a, { prefix: seqsOf(prefixOf(a.lineage, cutA)), replaced, byText });
  const contextB = await contextOf(rim, b, { prefix: seqsOf(prefixOf(b.lineage, cutB)), replaced, byText });
  const runs = runsBetween(contextA, contextB, [isRecorded(a), isRecorded(b)]);
  const counts = { same: 0, changed: 0, a: 0, b: 0, unmatched: 0 };
  for (const { type, count, unmatched } of runs) counts[unmatched ? 'unmatched' : type] += count;
  const readingA = shared && (await readingOf(rim, a.lineage, cutA));
  const sameReading = a.lineage === b.lineage && endA === endB;
  const readingB = sameReading ? readingA : readingA && (await readingOf(rim, b.lineage, cutB));
  const verdict = readingA && readingB && verdictOn([readingA, readingB], letters);
  return {
    fork: shared && pointOf(shared.by, [a.lineage, b.lineage], [endA, endB]),
    prefix: verdict && { ...verdict, tokens: prefixTokens([contextA, contextB]) },
    blocks: [contextA.blocks, contextB.blocks],
    runs,
    counts,
  };
};

const isRecorded = ({ view }: Seen): boolean => view.evidence.state === 'recorded';

const seqsOf = (rows: readonly { seq: number }[]): Set<number> => new Set(rows.map((row) => row.seq));

/** What the prefix weighs on the side that read more of it. */
const prefixTokens = (contexts: readonly Context[]): TokenSum => {
  const sums = contexts.map(({ blocks, shared }) => {
    const sum: TokenSum = { counted: 0, estimated: 0 };
    blocks.forEach((block, at) => {
      if (shared(at)) weigh(sum, block.tokens);
    });
    return sum;
  });
  const total = ({ counted, estimated }: TokenSum): number => counted + estimated;
  return sums.reduce((most, sum) => (total(sum) > total(most) || (total(sum) === total(most) && sum.counted > most.counted) ? sum : most));
};

/** Equal blocks by key, then the changed ones between them. Where several alignments are as good, both ways round find the same one. Pure. */
const runsBetween = (a: Context, b: Context, recorded: readonly [boolean, boolean]): ComparePair['runs'] => {
  const matches = comesFirst(a, b) ? matchesOf(a, b) : swapped(matchesOf(b, a));
  // Nobody knows what system prompt a request had that is not recorded, and a cache mark is nothing that a model reads.
  const weighed = ({ blocks, shared }: Context, against: boolean) =>
    blocks.map(({ tokens, request, kind }, at) => ({
      ...{ tokens, shared: shared(at) },
      unmatched: request !== undefined && (!against || kind === 'cache-mark'),
    }));
  return runsOf(matches, weighed(a, recorded[1]), weighed(b, recorded[0]));
};

interface Matches {
  same: Match[];
  changed: Match[];
}

const matchesOf = (a: Context, b: Context): Matches => {
  const same = align(a.keys, b.keys);
  const changed = gapsOf(same, [a.blocks.length, b.blocks.length]).flatMap((gap) => pairUp(gap.a, gap.b, { a: a.likeness, b: b.likeness }));
  return { same, changed };
};

const swapped = ({ same, changed }: Matches): Matches => {
  const other = ([a, b]: Match): Match => [b, a];
  return { same: same.map(other), changed: changed.map(other) };
};

/** An order of two contexts that does not depend on which was named first. */
const comesFirst = (a: Context, b: Context): boolean => {
  if (a.keys.length !== b.keys.length) return a.keys.length < b.keys.length;
  const at = a.keys.findIndex((key, place) => key !== b.keys[place]);
  return at < 0 || (a.keys[at] ?? '') < (b.keys[at] ?? '');
};
