import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { listRules } from '../context/list-rules.ts';
import { FORGOT, UP_TO } from './read.ts';

interface Condensed {
  /** The entry that says so. */
  by: number;
  /** Entries that it forgot, in order. */
  forgotten: number[];
}

/** What each condensation forgot: a run of the events that were left, by the ids of the first and the last. */
const condensations = (before: readonly EntryRow[]): Condensed[] => {
  const at = new Map(before.flatMap(({ id, seq }) => (id === null ? [] : [[id, seq] as const])));
  return before.flatMap(({ seq, flags, label }) => {
    const [, ends = ''] = has(flags, Flag.Boundary) ? label.split(`${FORGOT} `) : [];
    const [first = 0, last = 0] = ends.split(UP_TO).map((id) => at.get(id) ?? 0);
    const run = first === 0 ? [] : before.filter((row) => row.seq >= first && row.seq <= last && row.seq < seq);
    return [{ by: seq, forgotten: run.map((row) => row.seq) }];
  });
};

/** How conversations of OpenHands become contexts. */
export const openHandsRules = listRules({
  evidence: {
    step: 'The messages that the events before this answer make, without those that a condensation forgot, whose summary is in their place.',
    next: 'The messages that the events make, without those that a condensation forgot; the next prompt comes after them.',
  },
  lacking: ({ labels }) => [
    ...(labels.has('system prompt') ? [] : [{ what: 'system-prompt', note: 'system prompt' }]),
    { what: 'tools', note: 'tool definitions' },
  ],
  begins: 'compaction',
  grows: ({ rows }) => !rows.some(({ flags }) => has(flags, Flag.Boundary)),
  gone: (before) =>
    new Map(condensations(before).flatMap(({ forgotten }) => forgotten.map((seq): [number, OmissionReason] => [seq, 'compacted']))),
  moved: (before) =>
    new Map(condensations(before).flatMap(({ by, forgotten: [first] }) => (first === undefined ? [] : [[by, first] as const]))),
});
