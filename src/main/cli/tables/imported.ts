import type { Command } from '../arguments.ts';
import { allSessions, json, kind, POINTS, since, tapeOperand, until, WHICH } from '../flags.ts';

const WITHOUT = 'Without FILE or ID it takes the native tape of this directory; --session and --fork choose among those.';

/** Commands about tapes in the catalog. Without an operand most of them take the native tape of this directory. */
export const IMPORTED: readonly Command[] = [
  {
    name: 'import',
    topic: 'imported',
    summary: 'read log files or folders and print a receipt for each',
    operands: [{ name: 'PATH', required: true, many: true, offers: 'file' }],
    flags: [json],
    notes: ['Sources are opened read-only and never copied. A path that is no log is refused; the others are still read.'],
    example: ['tape import ~/.claude/projects', 'reads all Claude Code sessions of this machine'],
    load: () => import('../commands/import.ts'),
  },
  {
    name: 'list',
    topic: 'imported',
    summary: 'list the tapes in the catalog, newest first',
    operands: [],
    flags: [json],
    notes: [],
    example: ['tape list --json | jq -r ".items[].file"', 'prints the file of every tape'],
    load: () => import('../commands/list.ts'),
  },
  {
    name: 'stats',
    topic: 'imported',
    summary: 'count what is in a tape: lines, entries, tree, tools, tokens',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: [WITHOUT],
    example: ['tape stats session.jsonl', 'imports the file if need be and counts what is in it'],
    load: () => import('../commands/stats.ts'),
  },
  {
    name: 'steps',
    topic: 'imported',
    summary: 'list the steps of a tape: the requests to a model',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: [WITHOUT, `${POINTS} Then it lists that step alone.`],
    example: ['tape steps 3f2a91c0', 'lists the steps of the tape whose id begins so'],
    load: () => import('../commands/steps.ts'),
  },
  {
    name: 'view',
    topic: 'imported',
    summary: 'show what the model received at a step, what was left out',
    operands: [tapeOperand],
    flags: [
      { name: 'step', value: 'N', description: '1 and up, "last", or -1 and down from the end (default: last)' },
      {
        name: 'policy',
        value: 'P',
        offers: ['as-recorded', 'last-anchor', 'full'],
        description: 'as-recorded, last-anchor, full or from-anchor:NAME (default: as-recorded)',
      },
      { name: 'messages', description: 'print the messages as they were sent, in the wire shape of the agent' },
      ...WHICH,
      json,
    ],
    notes: [
      WITHOUT,
      POINTS,
      'Token figures: plain numbers are counted by a tokenizer, "=" marks recorded ones, "~" marks estimates.',
      'With --messages, JSON holds {"messages": […]}; without --json the messages are printed one JSON object per line.',
    ],
    example: ['tape view session.jsonl --step 12 --policy full', 'shows what step 12 would have seen without any cut'],
    load: () => import('../commands/view.ts'),
  },
  {
    name: 'search',
    topic: 'imported',
    summary: 'find words in the tape of this directory, or in the catalog',
    operands: [{ name: 'QUERY', required: true }],
    flags: [
      { name: 'tape', value: 'ID', offers: 'file', description: 'search in this tape of the catalog only; a file works too' },
      { name: 'imported', description: 'search in all tapes of the catalog, even where this directory has a native tape' },
      kind,
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
      '--kind, --since, --until, --all-sessions, --session and --fork are for native tapes.',
    ],
    example: ['tape search "rate limit" --since 3d', 'finds both words in what was said in the last three days, newest first'],
    load: () => import('../commands/search.ts'),
  },
];
