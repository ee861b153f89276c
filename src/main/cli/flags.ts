import type { Flag, Operand } from './command.ts';

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

/** Which step. */
export const STEP: Flag = { name: 'step', value: 'N', description: '1 and up, "last", or -1 and down from the end (default: last)' };

/** Which request: that of a step, the next one, or the one after an entry. */
export const PLACE: readonly Flag[] = [
  STEP,
  { name: 'next', description: 'the next request: what the agent would be sent if it were asked now' },
  { name: 'after', value: 'ENTRY', description: 'the request that would follow this entry, on its branch' },
];

/** Under which rules a context is assembled. */
export const POLICY: readonly Flag[] = [
  {
    name: 'policy',
    value: 'P',
    offers: ['as-recorded', 'last-anchor', 'full', 'compact', 'summary', 'memory'],
    description: 'a line such as "last-anchor + pin:#12 + budget:8000", or a name',
  },
  { name: 'budget', value: 'TOKENS', offers: ['4000', '8000', '16000', '32000'], description: 'the budget of compact, in tokens' },
  { name: 'query', value: 'WORDS', description: 'what memory looks for before the step' },
];

export const POLICIES =
  'A policy begins with as-recorded (default), last-anchor, anchor:NAME, anchor:#ENTRY or full. After " + " come any of pin:#12,#15, without:#7, summary (what the anchor cites), memory:"WORDS"@SCOPE (tape, workspace, family, all) and budget:TOKENS:FIRST (recent, cited, heavy-last). compact:TOKENS, summary and memory:WORDS alone begin at the last anchor; the latter two keep its state and the newest turn.';

export const allSessions: Flag = { name: 'all-sessions', description: 'read every session of the workspace; each entry names its own' };

/** What may follow a tape where a command is about a place in it. */
export const POINTS = 'FILE or ID may end with @STEP, @next, @after:ENTRY, #ENTRY or @REF; the name of a ref alone works too.';

export const tapeOperand: Operand = { name: 'FILE|ID', required: false, offers: 'file' };

/** A name that was mistyped must not begin a session. */
export const newSession: Flag = { name: 'new', description: 'create the session that --session names, which otherwise must exist' };

/** Which tape a command for imported tapes takes by itself. */
export const OWN_TAPE = 'Without FILE or ID it takes the native tape of this directory; --session and --fork choose among those.';

/** What a command covers that takes all of a workspace. */
export const EVERY_TAPE = 'Without --session and --fork it covers every session of the workspace and all their forks.';
