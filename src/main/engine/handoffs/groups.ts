import type { Departed } from '../../../shared/model/handoff.ts';
import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { toneOfEntry } from '../views/blocks.ts';

/** In the order in which they are shown. */
export const GROUPS: readonly Departed['group'][] = ['instruction', 'decision', 'other'];

/** Words of deciding: a guess by wording, and called so. */
const DECIDES =
  /\b(decid\w+|decision|instead of|rather than|chose|chosen|agreed|going with|settled on|must not|never|always|won['’]t|will not|let['’]s (?:use|go|keep))\b/i;

/** What an entry is to a person who misses it: their own words, a decision of the assistant by its wording, or anything else. */
export function groupOf(row: Pick<EntryRow, 'kind' | 'role' | 'flags' | 'label'>, text: string): Departed['group'] {
  if (isTyped(row)) return 'instruction';
  if (row.kind === 'message' && row.role === 'assistant' && !has(row.flags, Flag.Thinking) && DECIDES.test(text)) return 'decision';
  return 'other';
}

/** A person wrote it: a prompt, or words typed while the agent worked. No reminder, no answer of a task, no summary. */
const isTyped = (row: Pick<EntryRow, 'kind' | 'role' | 'flags'>): boolean =>
  has(row.flags, Flag.Queued) || (row.kind === 'message' && toneOfEntry(row) === 'user');
