import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { isEvent } from './read.ts';
import { SYSTEM } from './record.ts';

const all = linear(isSent);

const isOfWire = ({ kind, flags }: EntryRow): boolean => isEvent(kind) && !has(flags, Flag.Unknown);

const EVENTS_ONLY =
  'This is the event log of a session: the context that was sent is in the context file of the same folder, a tape of its own.';

/** Events make no context, and say so. */
const asRecorded: Selector = {
  ...all['as-recorded'],
  select: (material, name) => {
    const selection = all['as-recorded'].select(material, name);
    if (selection === null || ![...material.rows.values()].some(isOfWire)) return selection;
    return { ...selection, findings: [...selection.findings, { type: 'unknown', rule: EVENTS_ONLY }] };
  },
};

/** How sessions of Kimi CLI become contexts. */
export const kimiRules: Rules = {
  selectors: { ...all, 'as-recorded': asRecorded },
  ownPrompt: false,
  tree: false,
  begins: 'start',
  evidence: {
    step: 'The lines of the context before this answer: the file is the list that Kimi CLI sends; a compaction or a revert begins another.',
    next: 'All messages of the context: the file is the list that Kimi CLI sends; the next prompt comes after it.',
  },
  ordered: true,
  lacking: ({ labels }) => [
    ...(labels.has(SYSTEM) ? [] : [{ what: 'system-prompt', note: 'system prompt' }]),
    { what: 'tools', note: 'tool definitions' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  states: PLAIN_STATES,
};
