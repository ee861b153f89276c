import { EXPORT_FORMATS } from '../../engine/store/export/table.ts';
import type { Command } from '../command.ts';
import { json, WHICH } from '../flags.ts';

/** Commands about the files of a native tape as a whole. */
const ALL = 'Without --session and --fork it covers every session of the workspace and all their forks.';

export const UPKEEP: readonly Command[] = [
  {
    name: 'verify',
    topic: 'upkeep',
    summary: 'check each line by its digest, and the index by the files',
    operands: [],
    flags: [...WHICH, json],
    notes: [ALL, 'Changes nothing. JSON holds {ok, tapes, entries, problems: []}. Exits with 0 if all is clean, else with 3.'],
    example: ['tape verify', 'reads every tape of the workspace'],
    load: () => import('../commands/verify.ts'),
  },
  {
    name: 'reindex',
    topic: 'upkeep',
    summary: 'rebuild index.db from the folders',
    operands: [],
    flags: [...WHICH, json],
    notes: [ALL, 'The index is derived: rebuilding it loses nothing.'],
    example: ['tape reindex', 'works while agents append'],
    load: () => import('../commands/reindex.ts'),
  },
  {
    name: 'reset',
    topic: 'upkeep',
    summary: 'reset the tape, and archive or delete the old one',
    operands: [],
    flags: [
      { name: 'archive', description: 'move the old one into archive/, where it can be read' },
      { name: 'yes', description: 'do not ask before entries are deleted' },
      ...WHICH,
      json,
    ],
    notes: ['Without --archive it deletes the entries and forks. It asks first, and refuses where there is no terminal to ask.'],
    example: ['tape reset --archive', 'starts over, and loses nothing'],
    load: () => import('../commands/reset.ts'),
  },
  {
    name: 'export',
    topic: 'upkeep',
    summary: 'print the tape in a format that other programs read',
    operands: [],
    flags: [
      {
        name: 'format',
        value: 'F',
        offers: EXPORT_FORMATS,
        description: `${EXPORT_FORMATS.join(', ')} (default: jsonl)`,
      },
      { name: 'whole', description: 'with openai-messages: all phases, not only the current one' },
      ...WHICH,
      json,
    ],
    notes: ['A fork is exported with the entries that it shares. JSON holds {"format", "items"}, or "text" for markdown.'],
    example: ['tape export --format markdown', 'prints it for people, a heading for each phase'],
    load: () => import('../commands/export.ts'),
  },
];
