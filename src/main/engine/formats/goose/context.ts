import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { listRules } from '../context/list-rules.ts';
import { HIDDEN } from './read.ts';

/** How sessions of Goose become contexts: what is hidden from the agent was sent until the summary that took its place. */
export const gooseRules = listRules({
  evidence: {
    step: 'The messages before this answer that the agent may see: those that a compaction hid were sent until its summary was there.',
    next: 'The messages that the agent may see; the next prompt comes after them.',
  },
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
  ],
  begins: 'compaction',
  grows: ({ rows }) => !rows.some(({ flags }) => has(flags, Flag.Boundary)),
  gone(before) {
    const summary = before.findLast(({ flags }) => has(flags, Flag.Boundary))?.seq ?? 0;
    return new Map(before.flatMap(({ seq, label }) => (label === HIDDEN && seq < summary ? [[seq, 'compacted'] as const] : [])));
  },
});
