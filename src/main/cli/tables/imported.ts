import { LIST_FACTS, LIST_SORTS } from '../../../shared/model/listing.ts';
import { allSessions, json, kind, since, until, WHICH } from '../flags.ts';
import type { WholeRow } from './apart.ts';

/** Commands about tapes in the catalog. Without an operand most of them take the native tape of this directory. */
export const IMPORTED: readonly WholeRow[] = [
  {
    name: 'list',
    topic: 'imported',
    summary: 'list the tapes in the catalog, newest first',
    operands: [],
    flags: [
      { name: 'limit', value: 'N', description: 'at most N tapes' },
      { name: 'sort', value: 'S', offers: LIST_SORTS, description: `by ${LIST_SORTS.join(', ')} (default: newest)` },
      { name: 'project', value: 'TEXT', description: 'whose folder has this in its path' },
      { name: 'model', value: 'TEXT', description: 'whose model has this in its name' },
      {
        name: 'agent',
        value: 'NAME',
        offers: 'agent',
        description: 'that this agent wrote, by the start of its name; tape formats lists them',
      },
      since,
      {
        name: 'with',
        value: 'WHAT',
        offers: LIST_FACTS,
        many: true,
        description: 'that have a compaction, a fork, or an error: a failed step, an unreadable line',
      },
      json,
    ],
    notes: ['Conditions are joined: a tape is listed if all of them hold.'],
    example: [
      'tape list --since 1w --with compaction --sort tokens --limit 20',
      'lists what was compacted within a week, the largest first',
    ],
    load: () => import('../commands/list.ts'),
  },
  {
    name: 'search',
    topic: 'imported',
    summary: 'find words in the tape of this directory, or in the catalog',
    operands: [{ name: 'QUERY', required: true }],
    flags: [
      { name: 'tape', value: 'ID', offers: 'file', description: 'search in this tape of the catalog only; a file works too' },
      { name: 'imported', description: 'search in all tapes of the catalog, even where this directory has a native tape' },
      { name: 'phrase', description: 'the words follow one another' },
      { name: 'code', description: 'identifiers, however their parts are joined: retryNow finds retry_now too' },
      { name: 'regex', description: 'a regular expression; stops after two seconds and says what was not searched' },
      { name: 'best', description: 'the best hits first, in place of the newest' },
      { name: 'agent', value: 'NAME', offers: 'agent', many: true, description: 'in sessions of this agent' },
      { name: 'project', value: 'NAME', many: true, description: 'in this project: its folder, or the name of that' },
      kind,
      { name: 'role', value: 'ROLE', offers: ['system', 'user', 'assistant', 'tool'], many: true, description: 'of this role' },
      { name: 'tool', value: 'NAME', many: true, description: 'calls of this tool and their results' },
      { name: 'file', value: 'PATH', many: true, description: 'calls about this file and their results; the end of its path is enough' },
      { name: 'error', description: 'only what failed' },
      since,
      until,
      { name: 'limit', value: 'N', description: 'hits to print, 1 to 200 (default: 20)' },
      allSessions,
      ...WHICH,
      json,
    ],
    notes: [
      'Where this directory has a workspace, its tape is searched: other sessions only with --session or --all-sessions.',
      'Where it has none, or with --tape or --imported, the catalog is; text that is not indexed yet is indexed first.',
      'All words must be there; "words in quotes" follow one another; a word that ends in * may go on.',
      'In the catalog conditions may be typed: retry kind:error project:shop. --kind takes user, assistant, call, result, error and summary too.',
      '--all-sessions, --session and --fork are for native tapes.',
    ],
    example: ['tape search "rate limit" --since 3d', 'finds both words in what was said in the last three days, newest first'],
    load: () => import('../commands/search.ts'),
  },
];
