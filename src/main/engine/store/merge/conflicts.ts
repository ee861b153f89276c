import type { MergeConflict } from '../../../../shared/model/native.ts';
import { canonical } from '../../formats/digest.ts';
import type { Json } from '../../formats/format.ts';
import type { Fact } from './facts.ts';

/** An entry as it is in the parent, or will be there. */
export interface Standing {
  /** The fork it comes from in this merge; null for the parent. */
  from: string | null;
  fact: Fact;
  newId: number;
  /** What it corrects and cites, in ids of the parent. */
  corrects: number | null;
  cites: readonly number[];
}

/** One side of a merge: the parent since a fork's start, or what a fork adds. In order. */
export interface Side {
  name: string | null;
  start: number;
  standing: readonly Standing[];
}

/** A conflict with its two entries: the parent's or the earlier fork's first. */
export interface AtOdds {
  conflict: MergeConflict;
  sides: readonly [Standing, Standing];
}

/** What a side says about one thing: the last entry that says something, and a text that is equal for equal values. */
interface Claim {
  standing: Standing;
  value: string;
  shown: string;
}

type Claims = Record<MergeConflict['type'], Map<string, Claim>>;

/**
 * Where both sides corrected one fact, opened an anchor of one name, or set one state key, and differ. The
 * parent stands against each fork since that fork's start, and the forks against each other in the order in which they were named.
 * `corrected` answers what an entry of the parent corrects, so that a correction of a correction counts for the first fact.
 */
export function findConflicts(parent: Side, forks: readonly Side[], corrected: (id: number) => number | null): AtOdds[] {
  const rootOf = roots([parent, ...forks], corrected);
  const claims = forks.map((fork) => claimsOf(fork.standing, rootOf));
  const parents = new Map<number, Claims>();
  const parentSince = (start: number): Claims => {
    const known =
      parents.get(start) ??
      claimsOf(
        parent.standing.filter(({ newId }) => newId > start),
        rootOf,
      );
    parents.set(start, known);
    return known;
  };
  return forks.flatMap((fork, at) => [
    ...compare(parentSince(fork.start), claims[at]!),
    ...claims.slice(0, at).flatMap((earlier) => compare(earlier, claims[at]!)),
  ]);
}

/** The fact that a chain of corrections began with. */
function roots(sides: readonly Side[], corrected: (id: number) => number | null): (id: number) => number {
  const planned = new Map<number, number | null>();
  for (const side of sides) for (const { newId, corrects } of side.standing) planned.set(newId, corrects);
  const target = (id: number): number | null => (planned.has(id) ? (planned.get(id) ?? null) : corrected(id));
  return (id) => {
    let root = id;
    // Corrections point backwards; a damaged tape must not make a circle of them.
    for (let next = target(root); next !== null && next < root; next = target(root)) root = next;
    return root;
  };
}

function claimsOf(side: readonly Standing[], rootOf: (id: number) => number): Claims {
  const claims: Claims = { corrects: new Map(), anchor: new Map(), state: new Map() };
  for (const standing of side) {
    const { fact, corrects } = standing;
    if (fact.superseded) continue;
    if (corrects !== null) claims.corrects.set(String(rootOf(corrects)), { standing, value: same(standing), shown: fact.summary });
    if (fact.anchor === null) continue;
    const { name, state } = fact.anchor;
    claims.anchor.set(name, { standing, value: same(standing), shown: cut(canonical(state)) });
    for (const [key, value] of Object.entries(state)) {
      // The phase is the anchor's own name; an anchor of another name is not a conflict.
      if (key !== 'phase') claims.state.set(key, { standing, value: stateValue(standing, key, value), shown: cut(canonical(value)) });
    }
  }
  return claims;
}

const same = ({ fact, cites }: Standing): string => `${fact.digest} ${cites.join(' ')}`;

/** Numbers of sources mean entries of their own tape: equal numbers may be different entries, and the other way round. */
const stateValue = (standing: Standing, key: string, value: Json): string =>
  key === 'source_ids' ? `sources ${standing.cites.toSorted((a, b) => a - b).join(' ')}` : canonical(value);

function compare(one: Claims, other: Claims): AtOdds[] {
  return (['corrects', 'anchor', 'state'] as const).flatMap((type) =>
    [...other[type]].flatMap(([key, claim]) => {
      const first = one[type].get(key);
      return first && first.value !== claim.value ? [atOdds(type, key, first, claim)] : [];
    }),
  );
}

function atOdds(type: MergeConflict['type'], key: string, one: Claim, other: Claim): AtOdds {
  const sides = [one, other].map(({ standing, shown }) => ({ from: standing.from, id: standing.fact.id, value: shown }));
  const sentence = `${capital(who(one))} and ${who(other)} ${DID[type](key)}: ${whose(one)} and ${whose(other)} differ.`;
  return {
    conflict: { type, key, sides: [sides[0]!, sides[1]!], sentence },
    sides: [one.standing, other.standing],
  };
}

const DID: Record<MergeConflict['type'], (key: string) => string> = {
  corrects: (key) => `both corrected entry ${key}`,
  anchor: (key) => `both opened an anchor named “${key}”`,
  state: (key) => `both set “${key}” in the state`,
};

/** Each tape counts its own entries, so that a number says nothing without its side. */
const whose = (claim: Claim): string => `entry ${claim.standing.fact.id} of ${who(claim)}`;

const who = ({ standing }: Claim): string => (standing.from === null ? 'the parent' : `fork “${standing.from}”`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Characters of a value that people are shown. */
const SHOWN = 200;

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text);
