import type { Facts } from '../formats/format.ts';

/**
 * Adds what a later record says to what earlier ones said: the later value wins, but a title only over one of no higher
 * rank, and among prompts (rank 0) the first one stays, as do the facts of where it came from. Merging piece by piece gives the same as merging record by record.
 */
export function mergeFacts(facts: Facts, later: Facts): void {
  if (later.title !== undefined && outranks(facts, later)) {
    facts.title = later.title;
    facts.titleRank = later.titleRank ?? 0;
  }
  if (later.prompt !== undefined) facts.prompt ??= later.prompt;
  if (later.forkedFrom !== undefined) facts.forkedFrom ??= later.forkedFrom;
  if (later.spawnedBy !== undefined) facts.spawnedBy ??= later.spawnedBy;
  if (later.session !== undefined) facts.session = later.session;
  if (later.cwd !== undefined) facts.cwd = later.cwd;
  if (later.writer !== undefined) facts.writer = later.writer;
  if (later.model !== undefined) facts.model = later.model;
  if (later.agent !== undefined) facts.agent = later.agent;
  if (later.archived !== undefined) facts.archived = later.archived;
  if (later.copy !== undefined) facts.copy = later.copy;
  if (later.spawns !== undefined && later.spawns.length > 0) facts.spawns = [...(facts.spawns ?? []), ...later.spawns];
}

const outranks = (facts: Facts, later: Facts): boolean => {
  if (facts.title === undefined) return true;
  const rank = later.titleRank ?? 0;
  const held = facts.titleRank ?? 0;
  return rank > held || (rank === held && rank > 0);
};
