import type { Fact } from './facts.ts';

/** Why insights-only takes an entry. */
export type Evidence = 'anchor' | 'insight' | 'source';

/**
 * What of a fork is evidence: its anchors, its insights, and what those cite or correct, and what that cites in turn. By id; everything
 * else is prose and stays where it is.
 */
export function evidence(facts: readonly Fact[]): ReadonlyMap<number, Evidence> {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const taken = new Map<number, Evidence>();
  const open = facts.filter((fact) => fact.anchor !== null || fact.insight);
  for (const fact of open) taken.set(fact.id, fact.anchor === null ? 'insight' : 'anchor');
  for (let next = open.pop(); next; next = open.pop()) {
    for (const id of [...next.cites, ...(next.corrects === null ? [] : [next.corrects])]) {
      const source = byId.get(id);
      if (!source || taken.has(id)) continue;
      taken.set(id, 'source');
      open.push(source);
    }
  }
  return taken;
}
