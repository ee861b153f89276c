import type { Command } from '../command.ts';
import { json, tapeOperand, WHICH } from '../flags.ts';

/** Commands about the graph of a session, and names for points in it. */
export const GRAPH: readonly Command[] = [
  {
    name: 'tree',
    topic: 'imported',
    summary: 'draw how a session forks, compacts and calls sub-agents',
    operands: [tapeOperand],
    flags: [
      { name: 'all', description: 'draw every branch point, not only rewinds' },
      { name: 'family', description: 'with the tapes that share entries with it: copies, forks, archives, callers' },
      { name: 'siblings', description: 'sub-agents as branches of their own' },
      { name: 'mermaid', description: 'print a Mermaid flow chart' },
      ...WHICH,
      json,
    ],
    notes: ['Runs without a fork are one row. The path to the newest step is bold and filled.', '"~" marks estimated tokens.'],
    example: ['tape tree session.jsonl', 'draws the session, newest last'],
    load: () => import('../commands/tree.ts'),
  },
  {
    name: 'breakdown',
    topic: 'imported',
    summary: 'count sessions, nodes, tool calls and forks over many tapes',
    operands: [{ name: 'PATH', required: false, offers: 'file' }],
    flags: [{ name: 'include-own', description: 'count the transcripts that Tapescope itself wrote, too' }, json],
    notes: ['Without PATH all tapes of the catalog are counted.'],
    example: ['tape breakdown logs', 'reads what is new there and counts it'],
    load: () => import('../commands/breakdown.ts'),
  },
  {
    name: 'refs',
    topic: 'imported',
    summary: 'list names for points in tapes, set or remove one',
    operands: [
      { name: 'set|remove', required: false, offers: ['set', 'remove'] },
      { name: 'NAME', required: false },
      { name: 'POINT', required: false, offers: 'file' },
    ],
    flags: [json],
    notes: [
      'A point is a file or the id of a tape, followed by @STEP, #ENTRY or @REF, or the name of a ref; without one it is the newest entry.',
      'Refs are stored outside the catalog and survive its deletion.',
    ],
    example: ['tape refs set before-refactor session.jsonl@3', 'then: tape diff before-refactor session.jsonl'],
    load: () => import('../commands/refs.ts'),
  },
];
