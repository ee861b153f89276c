import type { Flag, Operand } from './arguments.ts';

/** Options and operands that several commands share. */

export const json: Flag = { name: 'json', description: 'print one JSON object for programs' };

/** Which tape of the workspace a native command is about. */
export const WHICH: readonly Flag[] = [
  {
    name: 'session',
    value: 'NAME',
    offers: 'session',
    description: 'the tape of this session (default: the one that config.json names, main)',
  },
  { name: 'fork', value: 'NAME', offers: 'fork', description: 'this fork of it' },
];

const KINDS = ['message', 'system', 'tool_call', 'tool_result', 'event', 'error', 'anchor'];

export const kind: Flag = {
  name: 'kind',
  value: 'K',
  offers: KINDS,
  description: 'entries of this kind only, such as message or tool_call',
};

export const since: Flag = {
  name: 'since',
  value: 'T',
  description: 'not before T: an age (15min, 2h, 3d) or a time (2026-03-01T12:00, UTC)',
};
export const until: Flag = { name: 'until', value: 'T', description: 'not after T' };

export const allSessions: Flag = { name: 'all-sessions', description: 'read every session of the workspace; each entry names its own' };

/** What may stand behind a tape where a command is about a place in it. */
export const POINTS = 'Behind FILE or ID may stand @STEP, #ENTRY or @REF; the name of a ref alone works too.';

export const tapeOperand: Operand = { name: 'FILE|ID', required: false, offers: 'file' };
