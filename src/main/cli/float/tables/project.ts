import type { Command } from '../../command.ts';
import { shellCommands } from '../../tables/shell.ts';
import { COMMON } from '../flags.ts';

/** Commands about the project as a whole. */
export const PROJECT: readonly Command[] = [
  {
    name: 'init',
    topic: 'project',
    summary: 'make a .float for this folder',
    operands: [],
    flags: COMMON,
    notes: [
      'Makes .float/float.db, which is the truth, and a .float/.gitignore that keeps it and what is built from it out of git. ' +
        'Where there is a .float already, nothing changes.',
    ],
    example: ['float init', 'makes the folder that the other commands look for'],
    load: () => import('../commands/init.ts'),
  },
  {
    name: 'scan',
    topic: 'project',
    summary: 'bring the database to what is on disk',
    operands: [],
    flags: [{ name: 'full', description: 'read every file, not only those whose size or time is another' }, ...COMMON],
    notes: [
      'Leaves out what .gitignore and .floatignore name. Links are never followed. A folder that moved keeps what was written about it.',
    ],
    example: ['float scan', 'reads what changed, and says which contexts are stale now'],
    load: () => import('../commands/scan.ts'),
  },
  {
    name: 'generate',
    topic: 'project',
    summary: 'describe the folders that nobody has described',
    operands: [],
    flags: [
      { name: 'stale', description: 'only folders without a text, or whose files have changed since theirs was made' },
      { name: 'command', value: 'CMD', description: 'ask this command: JSON on its stdin, JSON on its stdout; no shell' },
      { name: 'endpoint', value: 'URL', description: 'ask this server, which speaks as OpenAI does; needs --model' },
      { name: 'model', value: 'M', description: 'the model that the server is asked for' },
      { name: 'jobs', value: 'N', description: 'folders asked about at once, 1 to 32 (default: 4)' },
      { name: 'timeout', value: 'SECONDS', description: 'what one answer may take, 1 to 3,600 (default: 120)' },
      ...COMMON,
    ],
    notes: [
      'By default the texts are taken from READMEs, manifests, leading comments and exports, and nothing leaves this machine. ' +
        'With --command or --endpoint they are a model’s. What a person wrote is never overwritten.',
      'The command runs in the project, gets {path, description, content, files: [{name, text}]} and answers {description, content}. ' +
        'The key for a server is FLOAT_API_KEY, else OPENAI_API_KEY. Folders that fail are listed and the rest continues; then the exit code is 1.',
    ],
    example: ['float generate --stale', 'fills in what is missing or older than its files'],
    load: () => import('../commands/generate.ts'),
  },
  {
    name: 'status',
    topic: 'project',
    summary: 'show what is known, what is built and what is stale',
    operands: [],
    flags: COMMON,
    notes: [
      'Reads the database, and checks that the context files are as built; float scan reads the project’s own files. ' +
        'JSON holds {root, folders, files, scopes, decisions, references, scannedAt, contexts: {current, stale, pending, missing, changed}, texts}.',
    ],
    example: ['float status', 'counts, in a few lines'],
    load: () => import('../commands/status.ts'),
  },
  {
    name: 'import',
    topic: 'project',
    summary: 'import a database of FloatPrompt',
    operands: [{ name: 'FILE', required: true, offers: 'file' }],
    flags: COMMON,
    notes: [
      'Folders with their texts and scopes, decisions with their tags, references. What is here already stays; FILE is read-only. ' +
        'Where .float/float.db is such a database itself, move it aside, then float init and float import.',
    ],
    example: ['float import old.db', 'prints a receipt of every row'],
    load: () => import('../commands/import.ts'),
  },
  {
    name: 'clean',
    topic: 'project',
    summary: 'remove the context files that were built',
    operands: [],
    flags: COMMON,
    notes: ['The database stays as it is, and so do files in .float/context that no build wrote. float build rebuilds them.'],
    example: ['float clean', 'leaves no context file for agents'],
    load: () => import('../commands/clean.ts'),
  },
  {
    name: 'point',
    topic: 'project',
    summary: 'offer one line in a file that agents read, to point them at the context files',
    operands: [],
    flags: [
      {
        name: 'file',
        value: 'FILE',
        offers: 'instructions',
        description: 'which, by its name (default: the one that is there, else AGENTS.md)',
      },
      { name: 'remove', description: 'remove the line again' },
      { name: 'yes', description: 'write without asking' },
      ...COMMON,
    ],
    notes: ['Shows what it would change and asks first. A second time it changes nothing. JSON holds {file, diff: [], written}.'],
    example: ['float point --yes', 'adds one line that names .float/boot.md'],
    load: () => import('../commands/point.ts'),
  },
  ...shellCommands('float', 'project', () => import('../commands/complete.ts')),
];
