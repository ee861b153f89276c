import type { CompareInput, PairedFlow, PairedProvenance, PairedSource } from '../../../shared/model/index.ts';
import { placeOf } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { PROVENANCE_GROUPS } from '../../../shared/model/provenance.ts';
import { compare } from '../compare/compare.ts';
import { decideAt, viewOf } from '../views/assemble.ts';
import type { Rim } from '../views/rim.ts';
import { askedIn } from './asked.ts';
import { namedPlace } from './gather.ts';
import { type Trace, traceOf } from './trace.ts';

/** One context, each entry in a block of its own, as comparing has them. */
async function traceApart(rim: Rim, { tape, policy, ...at }: CompareInput): Promise<Trace> {
  const decided = await decideAt(rim, tape, placeOf(at), parsePolicy(policy));
  const view = await viewOf(rim, decided, { apart: true });
  return traceOf(view, await askedIn(rim.catalog, decided.tape, view));
}

/** Two contexts around one list of sources, with what both have word for word. */
export async function pairOf(rim: Rim, inputs: readonly [CompareInput, CompareInput]): Promise<PairedProvenance> {
  const { sides, pair } = await compare(rim, inputs, [0, 1]);
  const [a, b] = [await traceApart(rim, inputs[0]), await traceApart(rim, inputs[1])];
  const same = pair.runs.filter(({ type }) => type === 'same');
  const shared = [
    new Set(same.flatMap((run) => placesFrom(run.a, run.count))),
    new Set(same.flatMap((run) => placesFrom(run.b, run.count))),
  ] as const;
  const all = pairedSources([a, b], shared);
  const sources = joinedPair(all, { a: a.total, b: b.total });
  const side = (at: 0 | 1, { view, total }: Trace) => ({ tape: view.tape, title: sides[at]?.title ?? '', step: view.step, total });
  return {
    ...{ a: side(0, a), b: side(1, b), same: sources.reduce((sum, source) => sum + source.same, 0) },
    ...{ sources, flows: pairedFlows([a, b], shared, all, sources) },
  };
}

type Shared = readonly [ReadonlySet<number>, ReadonlySet<number>];

/** Pure: the flows of each side add up to its total. Of sources that `sources` has joined they are one. */
export function pairedFlows(
  traces: readonly [Trace, Trace],
  shared: Shared,
  all: readonly PairedSource[],
  sources: readonly PairedSource[],
): PairedFlow[] {
  const known = new Map(all.map((source) => [source.id, source]));
  const drawn = new Set(sources.map(({ id }) => id));
  const flows = new Map<string, PairedFlow>();
  traces.forEach((trace, at) => {
    const side = at === 0 ? 'a' : 'b';
    for (const { source: id, place, block, tokens } of trace.pieces) {
      const row = known.get(id);
      if (row === undefined) continue;
      const source = drawn.has(id) ? id : `${row.group}:*`;
      const key = JSON.stringify([side, source, place]);
      const flow = flows.get(key) ?? { side, source, place, name: namedPlace(place).name, tokens: 0, same: 0 };
      flows.set(key, flow);
      flow.tokens += tokens;
      if (block === null ? row.a === row.b : shared[at]?.has(block)) flow.same += tokens;
    }
  });
  return [...flows.values()];
}

const placesFrom = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

/** Pure: every token of both contexts is in exactly one of the sources. What no block holds is the same where it weighs the same. */
export function pairedSources(traces: readonly [Trace, Trace], shared: Shared): PairedSource[] {
  const rows = new Map<string, PairedSource & { sameIn: [number, number] }>();
  traces.forEach((trace, at) => {
    for (const { source: id, block, tokens } of trace.pieces) {
      const source = trace.sources.get(id);
      if (!source) continue;
      const { group, name, code } = source;
      const row = rows.get(id) ?? { id, group, name, code, a: 0, b: 0, same: 0, sameIn: [0, 0] };
      rows.set(id, row);
      row[at === 0 ? 'a' : 'b'] += tokens;
      if (block !== null && shared[at]?.has(block)) row.sameIn[at === 0 ? 0 : 1] += tokens;
      if (block === null && at === 1 && row.a === row.b) row.sameIn = [row.a, row.b];
    }
  });
  return [...rows.values()]
    .map(({ sameIn, ...row }) => ({ ...row, same: Math.min(...sameIn) }))
    .sort(
      (one, other) =>
        PROVENANCE_GROUPS.indexOf(one.group) - PROVENANCE_GROUPS.indexOf(other.group) ||
        Math.max(other.a, other.b) - Math.max(one.a, one.b),
    );
}

/** Sources below this share of both contexts join the rest of their group. */
const LEAST = 0.01;

/** As many as fit next to each other: the small ones of a group are one. */
function joinedPair(sources: readonly PairedSource[], totals: { a: number; b: number }): PairedSource[] {
  const small = ({ a, b }: PairedSource): boolean => a < totals.a * LEAST && b < totals.b * LEAST;
  return PROVENANCE_GROUPS.flatMap((group) => {
    const own = sources.filter((source) => source.group === group);
    const rest = own.filter(small);
    if (rest.length < 2) return own;
    const sum = (of: 'a' | 'b' | 'same'): number => rest.reduce((total, source) => total + source[of], 0);
    const joined = { id: `${group}:*`, group, name: `${rest.length} more`, code: false, a: sum('a'), b: sum('b'), same: sum('same') };
    return [...own.filter((source) => !small(source)), joined];
  });
}
