import type { MergeDedup } from '../../../../shared/model/native.ts';
import type { Fact } from './facts.ts';

/** The entry that a duplicate is a duplicate of: where it comes from (null is the parent), its id there, its id in the parent. */
export interface Instance {
  from: string | null;
  id: number;
  newId: number;
}

/** What an entry is about, in ids of the parent as it will be. */
export interface Relations {
  corrects: number | null;
  cites: readonly number[];
}

/**
 * Finds duplicates, one entry at a time, in the order of the merge.
 *
 * The same fact may be in a tape several times, and that is information too (two answers of "ok" are two answers). So instances
 * are matched one by one: the n-th occurrence in a fork is the n-th one in the parent since the fork's start. It follows that the
 * merged tape has each fact as often as the side that has it most often, whatever the order in which forks are merged.
 */
export interface Dedup {
  by: 'digest' | 'tool-call-id';
  /** The instance that the next entry of this fork repeats; null where it is new, and then `add` has to follow. */
  find(fork: { name: string; start: number }, fact: Fact, relations: Relations): Instance | null;
  add(instance: Instance, fact: Fact, relations: Relations): void;
}

/** `tail` is the parent after the earliest fork point, without its governance events, which are not facts of anybody. */
export function createDedup(how: MergeDedup, tail: readonly Fact[]): Dedup | null {
  if (how === 'none') return null;
  const identity = how === 'digest' ? contentOf : callOf;
  const standing = new Map<string, Instance[]>();
  const seen = new Map<string, { shared: number; nth: number }>();
  const add = (instance: Instance, fact: Fact, relations: Relations): void => {
    const key = keyOf(identity(fact), relations);
    if (key === null) return;
    const instances = standing.get(key);
    if (instances) instances.push(instance);
    else standing.set(key, [instance]);
  };
  for (const fact of tail) add({ from: null, id: fact.id, newId: fact.id }, fact, fact);
  return {
    by: how,
    add,
    find(fork, fact, relations) {
      const key = keyOf(identity(fact), relations);
      if (key === null) return null;
      const instances = standing.get(key) ?? [];
      const mine = JSON.stringify([fork.name, key]);
      const { shared, nth } = seen.get(mine) ?? { shared: instances.filter(({ newId }) => newId <= fork.start).length, nth: 0 };
      seen.set(mine, { shared, nth: nth + 1 });
      return instances[shared + nth] ?? null;
    },
  };
}

const contentOf = ({ digest, numbers }: Fact): string => [digest, ...numbers].join(' ');

const callOf = (fact: Fact): string | null => (fact.calls.length === 0 ? null : JSON.stringify([fact.kind, ...fact.calls]));

/** The same words about another entry are another fact: what is corrected and cited belongs to the identity. */
const keyOf = (identity: string | null, { corrects, cites }: Relations): string | null =>
  identity === null ? null : `${identity} ${corrects ?? ''} ${cites.join(' ')}`;
