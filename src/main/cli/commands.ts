import type { Command, Flag, Operand } from './arguments.ts';

const json: Flag = { name: 'json', description: 'print one JSON object for programs' };
const one: Operand = { name: 'FILE|ID', required: true };

/** Every command of `tape`. Each loads its own file, so that a command pays for nothing but itself. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'import',
    summary: 'read log files or folders and print a receipt for each',
    operands: [{ name: 'PATH', required: true, many: true }],
    flags: [json],
    notes: ['Sources are opened read-only and never copied. A path that is no log is refused; the others are still read.'],
    example: ['tape import ~/.claude/projects', 'reads all Claude Code sessions of this machine'],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'list',
    summary: 'list the tapes in the catalog, newest first',
    operands: [],
    flags: [json],
    notes: [],
    example: ['tape list --json | jq -r ".items[].file"', 'prints the file of every tape'],
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'stats',
    summary: 'count what is in a tape: lines, entries, tree, tools, tokens',
    operands: [one],
    flags: [json],
    notes: [],
    example: ['tape stats session.jsonl', 'imports the file if need be and counts what is in it'],
    load: () => import('./commands/stats.ts'),
  },
  {
    name: 'steps',
    summary: 'list the steps of a tape: each request to a model and its answer',
    operands: [one],
    flags: [json],
    notes: [],
    example: ['tape steps 3f2a91c0', 'lists the steps of the tape whose id begins so'],
    load: () => import('./commands/steps.ts'),
  },
  {
    name: 'view',
    summary: 'show the context that the model received at a step, and what was left out',
    operands: [one],
    flags: [
      { name: 'step', value: 'N', description: '1 and up, "last", or -1 and down from the end (default: last)' },
      { name: 'policy', value: 'P', description: 'as-recorded, last-anchor, full or from-anchor:NAME (default: as-recorded)' },
      { name: 'messages', description: 'print the messages as they were sent, in the wire shape of the agent' },
      json,
    ],
    notes: [
      'Token figures: plain numbers are counted by a tokenizer, "=" marks recorded ones, "~" marks estimates.',
      'With --messages, JSON holds {"messages": […]}; without --json the messages are printed one JSON object per line.',
    ],
    example: ['tape view session.jsonl --step 12 --policy full', 'shows what step 12 would have seen without any cut'],
    load: () => import('./commands/view.ts'),
  },
  {
    name: 'search',
    summary: 'find words in one tape, or in all tapes of the catalog',
    operands: [{ name: 'QUERY', required: true }],
    flags: [
      { name: 'tape', value: 'ID', description: 'search in this tape only; a file works too' },
      { name: 'limit', value: 'N', description: 'hits to print, 1 to 200 (default: 20)' },
      json,
    ],
    notes: ['Text that is not indexed yet is indexed first.'],
    example: ['tape search "rate limit" --tape 3f2a91c0', 'finds both words in one tape, newest first'],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'serve',
    summary: 'open Tapescope for a browser on this machine',
    operands: [],
    flags: [
      { name: 'port', value: 'N', description: 'port on 127.0.0.1 (default: a free one)' },
      { name: 'write', description: 'allow changes; without it the window is read-only' },
      json,
    ],
    notes: ['Listens on 127.0.0.1 only. Ctrl-C stops it.'],
    example: ['tape serve --port 4820', 'then open the printed address'],
    load: () => import('./commands/serve.ts'),
  },
];
