import type { Command } from '../../command.ts';
import { COMMON, folder } from '../flags.ts';

/** Commands about what people write: descriptions, boot texts, decisions, references. */
export const WORDS: readonly Command[] = [
  {
    name: 'describe',
    topic: 'words',
    summary: 'describe a folder, or print its description',
    operands: [folder, { name: 'TEXT', required: false }],
    flags: [
      { name: 'content', value: 'TEXT', description: 'the long text: patterns, conventions, insights; - reads it from stdin' },
      { name: 'remove', description: 'remove both texts' },
      ...COMMON,
    ],
    notes: ['TEXT is one line. float generate never overwrites what a person wrote.'],
    example: ['float describe /src/auth "Sessions, tokens and permissions"', 'shown to every folder around it'],
    load: () => import('../commands/describe.ts'),
  },
  {
    name: 'log add',
    topic: 'words',
    summary: 'log a decision about a folder',
    operands: [folder, { name: 'TITLE', required: true }],
    flags: [
      { name: 'decision', value: 'TEXT', description: 'what was decided; - reads it from stdin' },
      { name: 'rationale', value: 'TEXT', description: 'why' },
      { name: 'date', value: 'YYYY-MM-DD', description: 'when (default: today)' },
      { name: 'tag', value: 'TAG', many: true, offers: ['architectural', 'breaking'], description: 'such as architectural or breaking' },
      { name: 'topic', value: 'TEXT', description: 'what it belongs to' },
      { name: 'status', value: 'S', offers: ['open', 'locked'], description: 'open (default) or locked' },
      { name: 'supersedes', value: 'ID', offers: 'decision', description: 'the decision that it supersedes' },
      ...COMMON,
    ],
    notes: [
      'A folder shows its last five decisions, and the last two of each scope above; all folders below show architectural and breaking ones.',
    ],
    example: ['float log add /src "Tokens instead of cookies" --tag breaking', 'every folder in /src shows it from the next build on'],
    load: () => import('../commands/log-add.ts'),
  },
  {
    name: 'log list',
    topic: 'words',
    summary: 'list the decisions of the project, or of a folder and below',
    operands: [{ ...folder, required: false }],
    flags: [{ name: 'limit', value: 'N', description: 'decisions to print, 1 to 10,000 (default: 100)' }, ...COMMON],
    notes: [],
    example: ['float log list /src', 'the newest first'],
    load: () => import('../commands/log-list.ts'),
  },
  {
    name: 'scope set',
    topic: 'words',
    summary: 'make a folder a scope, with a boot text for all below',
    operands: [folder],
    flags: [{ name: 'boot', value: 'TEXT', description: 'the text that every folder below begins with; - reads it from stdin' }, ...COMMON],
    notes: ['A scope is in the chain of every folder below it. Without --boot its boot text stays.'],
    example: ['float scope set /src --boot "Strict TypeScript; tests next to the code."', 'every folder in /src begins with it'],
    load: () => import('../commands/scope-set.ts'),
  },
  {
    name: 'scope unset',
    topic: 'words',
    summary: 'make a scope an ordinary folder again',
    operands: [folder],
    flags: [{ name: 'remove', description: 'remove its boot text too; otherwise it is kept' }, ...COMMON],
    notes: [],
    example: ['float scope unset /src', 'removes it from the chain'],
    load: () => import('../commands/scope-unset.ts'),
  },
  {
    name: 'link',
    topic: 'words',
    summary: 'relate one folder to another',
    operands: [
      { ...folder, name: 'A' },
      { ...folder, name: 'B' },
    ],
    flags: [{ name: 'why', value: 'TEXT', description: 'one line that is shown with it' }, ...COMMON],
    notes: ['The context of A then names B, and is stale when the texts of B change.'],
    example: ['float link /src /docs --why "the specification"', 'adds a related scope'],
    load: () => import('../commands/link.ts'),
  },
  {
    name: 'unlink',
    topic: 'words',
    summary: 'remove such a reference',
    operands: [
      { ...folder, name: 'A' },
      { ...folder, name: 'B' },
    ],
    flags: COMMON,
    notes: ['References inferred from imports and links disappear with them.'],
    example: ['float unlink /src /docs', 'the inverse of float link'],
    load: () => import('../commands/unlink.ts'),
  },
  {
    name: 'move',
    topic: 'words',
    summary: 'move the texts and decisions of a renamed folder to its new name',
    operands: [
      { ...folder, name: 'OLD' },
      { ...folder, name: 'NEW' },
    ],
    flags: COMMON,
    notes: [
      'A scan recognises a moved folder if at least half of its files are unchanged; this is for the others. ' +
        'Moves texts, scopes, decisions and references, also those of the folders in it.',
    ],
    example: ['float move /src/auth /src/login', 'after the folder was renamed and float scan was run'],
    load: () => import('../commands/move.ts'),
  },
];
