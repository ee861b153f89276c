/**
 * The views of an open tape, in the order of their tabs: the one table for tabs, keys, menu, palette and links. Each has a number of its
 * own. `also` is what else people call it. A `native` one is there for tapes that are written to.
 */
export const panels = [
  { id: 'context', name: 'Context', key: '1', chord: 'g c', also: 'view' },
  { id: 'conversation', name: 'Conversation', key: '2', chord: 'g v', also: 'chat transcript read messages' },
  { id: 'request', name: 'Request', key: '3', chord: 'g q', also: 'wire sent body json system tools cache capture' },
  { id: 'provenance', name: 'Provenance', key: '4', chord: 'g p', also: 'sources sankey where from origin' },
  { id: 'entries', name: 'Entries', key: '5', chord: 'g e', also: 'raw list log' },
  { id: 'graph', name: 'Graph', key: '6', chord: 'g g', also: 'tree branches forks dag' },
  { id: 'compare', name: 'Compare', key: '7', chord: 'g d', also: 'diff siblings side by side' },
  { id: 'residency', name: 'Residency', key: '8', chord: 'g r', also: 'chart ledger tokens' },
  { id: 'handoffs', name: 'Handoffs', key: '9', chord: 'g h', also: 'phases anchors states' },
  { id: 'run', name: 'Run', key: '0', chord: 'g R', also: 'composer prompt send ask model agent', native: true },
] as const;

/** What if is a view of the tape while it is open, with a command of its own. */
export const WHAT_IF = { id: 'what-if', name: 'What if' } as const;

/** The name of a view in links, and of its command: `panel.NAME`. */
export type PanelId = (typeof panels)[number]['id'];
