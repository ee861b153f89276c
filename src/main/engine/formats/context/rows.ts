import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';

/** Both of a sub-agent inside the file, or both not. */
export function sameSide(a: Pick<EntryRow, 'flags'>, b: Pick<EntryRow, 'flags'>): boolean {
  return has(a.flags, Flag.Sidechain) === has(b.flags, Flag.Sidechain);
}

/** A person said something here that the agent had not been told before: a turn begins. */
export function opensTurn(row: EntryRow | undefined): boolean {
  return row !== undefined && has(row.flags, Flag.Prompt) && !has(row.flags, Flag.Queued);
}

/** Thinking and nothing else. */
export function isThinking(row: Pick<EntryRow, 'flags'> | undefined): boolean {
  return row !== undefined && has(row.flags, Flag.Thinking);
}

/** The rows of some lists in the order of the file. Nearly all lists are in it, and then nothing is sorted. */
export function inOrder(...lists: readonly Iterable<EntryRow>[]): EntryRow[] {
  const rows = lists.flatMap((list) => [...list]);
  const sorted = rows.every(({ seq }, at) => seq >= (rows[at - 1]?.seq ?? 0));
  return sorted ? rows : rows.sort((a, b) => a.seq - b.seq);
}
