import type { Memory } from '../../../shared/model/index.ts';
import type { Db } from '../database/schema.ts';
import { isDamage } from '../disk/disk.ts';
import { isCurrent, SHARDS } from '../search/shards.ts';

export type IndexState = Memory['index'];

/** What the shards and the catalog say of the index, before anything is asked of it. */
export function stateOf(shards: readonly Db[], { indexed, of }: Pick<Memory, 'indexed' | 'of'>): IndexState {
  if (of === 0) return 'whole';
  if (shards.length < SHARDS) return 'missing';
  if (!shards.every(isReadable)) return 'broken';
  return indexed < of ? 'partial' : 'whole';
}

const isReadable = (shard: Db): boolean => {
  try {
    return isCurrent(shard);
  } catch (failure) {
    if (isDamage(failure)) return false;
    throw failure;
  }
};

const count = (value: number): string => value.toLocaleString('en-US');

/** A sentence for people about an index that is not whole, and what becomes of it. */
export function noteOn(state: IndexState, { indexed, of }: Pick<Memory, 'indexed' | 'of'>): string[] {
  switch (state) {
    case 'whole':
      return [];
    case 'partial':
      return [`The index is not complete yet: it has ${count(indexed)} of ${count(of)} entries. Ask again later for the rest.`];
    case 'missing':
      return ['There is no index yet, so there are no hits. It is being built from the sources; ask again in a moment.'];
    case 'broken':
      return [
        'The index is damaged or of another version, so there are no hits. It is being rebuilt from the sources; ask again in a moment.',
      ];
  }
}
